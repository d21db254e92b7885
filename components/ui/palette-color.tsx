import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { isColor } from "@/lib/contract/colors";
import classes from "./palette-fields.module.css";

interface PaletteColorProps {
  name: string;
  label: string;
  description?: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  placeholder?: string;
}

/** A color field with the browser's color picker. */
export function PaletteColor({ value, onChange, ...input }: PaletteColorProps) {
  const t = useTranslations("ui.palette");
  return (
    <TextInput
      {...input}
      value={value}
      onChange={onChange}
      maxLength={7}
      spellCheck={false}
      leftSection={
        <input
          type="color"
          className={classes.picker}
          data-empty={value === "" || undefined}
          aria-label={t("pick", { name: input.label })}
          value={isColor(value) ? value : "#ffffff"}
          onChange={(event) => onChange({ currentTarget: { value: event.currentTarget.value.toUpperCase() } })}
        />
      }
    />
  );
}
