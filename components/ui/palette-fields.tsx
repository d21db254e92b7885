import { Stack, Text, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { contrastBetween, isColor, READABLE } from "@/lib/contract/colors";
import { white } from "@/lib/contract/theme";
import { Columns } from "./columns";
import classes from "./palette-fields.module.css";
import type { Fields } from "./use-editor";

export interface PaletteForm {
  background: string;
  text: string;
  button: string;
  buttontext: string;
}

const names = ["background", "text", "button", "buttontext"] as const;

interface PaletteFieldsProps<Form> {
  fields: Fields<Form>;
  /** The least contrast of the text with a background that is not a single color. */
  contrast?: number;
}

/** The colors of a page that visitors see. */
export function PaletteFields<Form extends PaletteForm>({ fields, contrast }: PaletteFieldsProps<Form>) {
  const t = useTranslations("ui.palette");
  const { form, text } = fields as unknown as Fields<PaletteForm>;
  const format = useFormatter();
  const least = Math.min(
    contrast ?? contrastBetween(form.text, form.background),
    contrastBetween(form.buttontext, form.button),
  );
  return (
    <Stack gap="xs">
      <Columns>
        {names.map((name) => (
          <PaletteColor key={name} {...text(name)} label={t(name)} placeholder={t("automatic")} />
        ))}
      </Columns>
      <Text c="var(--sp-accent)" role="status">
        {least < READABLE && t("faint", { ratio: format.number(least, { maximumFractionDigits: 1 }) })}
      </Text>
    </Stack>
  );
}

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
          value={isColor(value) ? value : white}
          onChange={(event) => onChange({ currentTarget: { value: event.currentTarget.value.toUpperCase() } })}
        />
      }
    />
  );
}
