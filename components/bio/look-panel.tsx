import { Fieldset, Input, SegmentedControl, Stack, UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PaletteFields } from "@/components/ui/palette-fields";
import { partOf } from "@/components/ui/part-of";
import type { BioFields } from "./bio-form";
import classes from "./look-panel.module.css";
import { hasColors, themeNames, themes } from "./themes";

const corners = ["round", "square", "pill"] as const;

export function LookPanel({ fields: whole }: { fields: BioFields }) {
  const t = useTranslations("bio.look");
  const { theme } = whole.form;
  const fields = partOf(theme, "theme", whole, (changed) => whole.set("theme", changed));
  return (
    <Stack gap="lg">
      <Fieldset legend={t("themes")} className={classes.themes}>
        {themeNames.map((name) => {
          const colors = themes[name];
          return (
            <UnstyledButton
              key={name}
              className={classes.theme}
              aria-pressed={hasColors(theme, colors)}
              onClick={() => whole.set("theme", { ...theme, ...colors })}
            >
              <span
                className={classes.sample}
                style={{ background: colors.background, color: colors.text }}
                aria-hidden
              >
                <span className={classes.letters} />
                <span className={classes.button} style={{ background: colors.button }} />
                <span className={classes.button} style={{ background: colors.button }} />
              </span>
              {t(`names.${name}`)}
            </UnstyledButton>
          );
        })}
      </Fieldset>
      <Fieldset legend={t("colors")}>
        <PaletteFields fields={fields} />
      </Fieldset>
      <Input.Wrapper label={t("corners")} labelElement="div">
        <SegmentedControl
          aria-label={t("corners")}
          fullWidth
          value={theme.corners || "round"}
          onChange={(value) => fields.set("corners", value)}
          data={corners.map((value) => ({ value, label: t(`cornerNames.${value}`) }))}
        />
      </Input.Wrapper>
    </Stack>
  );
}
