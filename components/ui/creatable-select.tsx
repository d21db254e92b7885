import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { Choice } from "./choice";
import type { CreateChoice } from "./new-choice";
import { retryImport } from "./retry-import";

// Loaded only when someone creates an entry.
const NewChoice = dynamic(() => retryImport(() => import("./new-choice").then((module) => module.NewChoice)), {
  ssr: false,
});

/** Value of the entry "New …". No other choice has it. */
const another = " new";

interface CreatableSelectProps extends Omit<NativeSelectProps, "data" | "value" | "onChange"> {
  data: Choice[];
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** Creates a choice. Undefined if the user may not. */
  create?: CreateChoice;
  /** Called with the new choice, which the caller adds to `data`. */
  onMade: (choice: Choice) => void;
  /** Label of the last entry, such as "New campaign …". */
  newLabel: string;
  /** Label of the field for the name, and its placeholder. */
  newName: string;
  newExample?: string;
}

/** A select whose last entry creates a new choice. */
export function CreatableSelect(props: CreatableSelectProps) {
  const { data, onChange, create, onMade, newLabel, newName, newExample, ...select } = props;
  // Creating needs JavaScript, so the entry appears only once scripts run.
  const canCreate = useMounted() && create !== undefined;
  const [adding, setAdding] = useState(false);
  const field = useRef<HTMLSelectElement>(null);

  const close = () => {
    setAdding(false);
    field.current?.focus();
  };

  return (
    <div>
      <NativeSelect
        {...select}
        ref={field}
        data={[...data, ...(canCreate ? [{ value: another, label: newLabel }] : [])]}
        onChange={(event) => (event.currentTarget.value === another ? setAdding(true) : onChange(event))}
      />
      {adding && create && (
        <NewChoice
          label={newName}
          placeholder={newExample}
          create={create}
          cancel={close}
          onMade={(choice) => {
            onMade(choice);
            onChange({ currentTarget: { value: choice.value } });
            close();
          }}
        />
      )}
    </div>
  );
}
