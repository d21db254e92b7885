import { TextInput } from "@mantine/core";
import { plainInputProps } from "@/components/ui/verbatim";
import { rgbOf, typedOf } from "./colors";
import classes from "./designer.module.css";

interface DesignColorProps {
  label: string;
  /** Label of the browser's color picker. */
  choose: string;
  value: string;
  error: string | undefined;
  onChange: (color: string) => void;
}

/** A color, typed or picked. */
export function DesignColor({ label, choose, value, error, onChange }: DesignColorProps) {
  const hex = typedOf(rgbOf(value));
  return (
    <TextInput
      label={label}
      value={value}
      error={error}
      maxLength={32}
      {...plainInputProps}
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
