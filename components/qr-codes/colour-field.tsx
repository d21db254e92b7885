import { TextInput } from "@mantine/core";
import { verbatim } from "@/components/ui/verbatim";
import { rgbOf, typedOf } from "./colours";
import classes from "./designer.module.css";

interface ColourFieldProps {
  label: string;
  /** what the browser's own picker is for */
  choose: string;
  value: string;
  error: string | undefined;
  onChange: (colour: string) => void;
}

/** A colour, typed or picked. */
export function ColourField({ label, choose, value, error, onChange }: ColourFieldProps) {
  const hex = typedOf(rgbOf(value));
  return (
    <TextInput
      label={label}
      value={value}
      error={error}
      maxLength={32}
      {...verbatim}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label={choose}
          value={/^#[\da-f]{6}$/.test(hex) ? hex : "#000000"}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
