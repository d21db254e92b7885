import { Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { isReadable } from "@/lib/contract/colors";
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

/** The colours of what visitors meet: typed, or picked with the browser's own picker. */
export function PaletteFields<Form extends PaletteForm>({ fields }: { fields: Fields<Form> }) {
  const t = useTranslations("ui.palette");
  const { form, set, text } = fields as unknown as Fields<PaletteForm>;
  const faint = !isReadable(form.text, form.background) || !isReadable(form.buttontext, form.button);
  return (
    <Stack gap="xs">
      <Columns>
        {names.map((name) => (
          <TextInput
            key={name}
            {...text(name)}
            label={t(name)}
            placeholder={t("automatic")}
            maxLength={7}
            spellCheck={false}
            leftSection={
              <input
                type="color"
                className={classes.picker}
                data-empty={form[name] === "" || undefined}
                aria-label={t("pick", { name: t(name) })}
                value={/^#[\da-f]{6}$/i.test(form[name]) ? form[name] : "#ffffff"}
                onChange={(event) => set(name, event.currentTarget.value.toUpperCase())}
              />
            }
          />
        ))}
      </Columns>
      <Text size="sm" c="var(--sp-accent)" role="status">
        {faint && t("faint")}
      </Text>
    </Stack>
  );
}
