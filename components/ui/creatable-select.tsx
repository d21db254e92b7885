import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { Choice } from "./choice";
import type { CreateChoice } from "./new-choice";
import { retryImport } from "./retry-import";

// For those who make one.
const NewChoice = dynamic(() => retryImport(() => import("./new-choice").then((module) => module.NewChoice)), {
  ssr: false,
});

/** No choice has this value. */
const another = " new";

interface CreatableSelectProps extends Omit<NativeSelectProps, "data" | "value" | "onChange"> {
  data: Choice[];
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** makes another choice; none for whoever may not */
  create?: CreateChoice;
  /** from then on `data` has it */
  onMade: (choice: Choice) => void;
  /** the last entry: "New campaign …" */
  newLabel: string;
  /** what the field for its name is called, and an example of it */
  newName: string;
  newExample?: string;
}

/** A choice among what is there, or of something that is made on the spot. */
export function CreatableSelect(props: CreatableSelectProps) {
  const { data, onChange, create, onMade, newLabel, newName, newExample, ...select } = props;
  // Without scripts nothing could be made.
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
