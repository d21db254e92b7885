import { Pill, PillsInput } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { foldTag } from "@/lib/resources/tags/names";

interface TagsFieldProps {
  label: string;
  description: string;
  /** names of tags that exist; others can be typed */
  known: string[];
  value: string[];
  most: number;
  error: ReactNode;
  onChange: (names: string[]) => void;
}

/** Tag names, added with Enter, a comma, or by leaving the field. Mantine's TagsInput is larger than the whole editor. */
export function TagsField({ label, description, known, value, most, error, onChange }: TagsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const rest = known.filter((name) => !value.includes(name));

  function add(text: string): void {
    setTyped("");
    const names = new Map(value.map((name) => [foldTag(name), name]));
    for (const name of text.split(",").map((part) => part.trim())) {
      if (name !== "" && !names.has(foldTag(name)) && names.size < most) names.set(foldTag(name), name);
    }
    if (names.size > value.length) onChange([...names.values()]);
  }

  function type(text: string): void {
    // A choice from the list arrives as a whole, and is added without Enter.
    if (text.includes(",") || (rest.includes(text) && text.length > typed.length + 1)) add(text);
    else setTyped(text);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && value.length > 0) onChange(value.slice(0, -1));
  }

  return (
    <PillsInput label={label} description={description} error={error} id={id}>
      <Pill.Group>
        {value.map((name) => (
          <Pill key={name} withRemoveButton onRemove={() => onChange(value.filter((other) => other !== name))}>
            {name}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          list={`${id}-known`}
          maxLength={200}
          value={typed}
          disabled={value.length >= most}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={() => add(typed)}
        />
      </Pill.Group>
      <datalist id={`${id}-known`}>
        {rest.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </PillsInput>
  );
}
