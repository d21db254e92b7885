import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { isReadable } from "@/lib/contract/colors";
import { Columns } from "./columns";
import { PaletteColor } from "./palette-color";
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
  /** Whether the text is readable on a background that is not a single color. */
  readable?: boolean;
}

/** The colors of a page that visitors see. */
export function PaletteFields<Form extends PaletteForm>({ fields, readable }: PaletteFieldsProps<Form>) {
  const t = useTranslations("ui.palette");
  const { form, text } = fields as unknown as Fields<PaletteForm>;
  const clear = readable ?? isReadable(form.text, form.background);
  return (
    <Stack gap="xs">
      <Columns>
        {names.map((name) => (
          <PaletteColor key={name} {...text(name)} label={t(name)} placeholder={t("automatic")} />
        ))}
      </Columns>
      <Text size="sm" c="var(--sp-accent)" role="status">
        {!(clear && isReadable(form.buttontext, form.button)) && t("faint")}
      </Text>
    </Stack>
  );
}
