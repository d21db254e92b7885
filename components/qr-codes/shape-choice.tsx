import { Input } from "@mantine/core";
import classes from "./picture-choice.module.css";

interface ShapeChoiceProps<Value extends string> {
  name: string;
  legend: string;
  value: Value;
  options: { value: Value; label: string; icon: React.ReactNode }[];
  error?: string;
  onChange: (value: Value) => void;
}

/** A choice between shapes, each shown by a small drawing. */
export function ShapeChoice<Value extends string>({
  name,
  legend,
  value,
  options,
  error,
  onChange,
}: ShapeChoiceProps<Value>) {
  return (
    <fieldset className={`${classes.choice} ${classes.few}`}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <svg viewBox="0 0 28 28" width={28} height={28} fill="currentColor" fillRule="evenodd" aria-hidden>
            {option.icon}
          </svg>
          {option.label}
        </label>
      ))}
      {error && <Input.Error className={classes.error}>{error}</Input.Error>}
    </fieldset>
  );
}
