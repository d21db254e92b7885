import { Fieldset, Input, SegmentedControl, Stack, UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PaletteFields } from "@/components/ui/palette-fields";
import { partOf } from "@/components/ui/part-of";
import { fontNames, fonts } from "@/lib/resources/bio-pages/fonts";
import { BackgroundFields, isThemeReadable } from "./background-fields";
import type { BioFields } from "./bio-form";
import classes from "./look-panel.module.css";
import { ThemeSample } from "./theme-sample";
import { hasColors, themeNames, themes } from "./themes";

const corners = ["round", "square", "pill"] as const;

export function LookPanel({ fields: whole }: { fields: BioFields }) {
  const t = useTranslations("bio.look");
  const { theme } = whole.form;
  const change = (changed: typeof theme) => whole.set("theme", changed);
  const fields = partOf(theme, "theme", whole, change);
  return (
    <Stack gap="lg">
      <Fieldset legend={t("themes")} className={classes.themes}>
        {themeNames.map((name) => (
          <UnstyledButton
            key={name}
            className={classes.theme}
            aria-pressed={!theme.picture && hasColors(theme, themes[name])}
            onClick={() => change({ ...theme, ...themes[name], picture: "" })}
          >
            <ThemeSample colors={themes[name]} />
            {t(`names.${name}`)}
          </UnstyledButton>
        ))}
      </Fieldset>
      <Fieldset legend={t("background")}>
        <BackgroundFields fields={fields} change={change} />
      </Fieldset>
      <Fieldset legend={t("colors")}>
        <PaletteFields fields={fields} readable={isThemeReadable(theme)} />
      </Fieldset>
      <Fieldset legend={t("font")} className={classes.themes}>
        {fontNames.map((name) => (
          <UnstyledButton
            key={name}
            className={classes.theme}
            aria-pressed={(theme.font || "sans") === name}
            onClick={() => fields.set("font", name)}
          >
            <span className={classes.letter} style={{ fontFamily: fonts[name] }} aria-hidden>
              {t("sample")}
            </span>
            {t(`fonts.${name}`)}
          </UnstyledButton>
        ))}
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
