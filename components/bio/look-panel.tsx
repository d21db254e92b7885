import { Fieldset, Input, SegmentedControl, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PaletteFields } from "@/components/ui/palette-fields";
import { partOf } from "@/components/ui/part-of";
import { SampleChoice } from "@/components/ui/sample-choice";
import { textContrast } from "@/lib/contract/colors";
import { fontNames, fonts } from "@/lib/resources/bio-pages/fonts";
import { BackgroundFields } from "./background-fields";
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
      <SampleChoice
        legend={t("themes")}
        values={themeNames}
        isChosen={(name) => !theme.picture && hasColors(theme, themes[name])}
        choose={(name) => change({ ...theme, ...themes[name], picture: "" })}
      >
        {(name) => (
          <>
            <ThemeSample colors={themes[name]} />
            {t(`names.${name}`)}
          </>
        )}
      </SampleChoice>
      <Fieldset legend={t("background")}>
        <BackgroundFields fields={fields} change={change} />
      </Fieldset>
      <Fieldset legend={t("colors")}>
        <PaletteFields
          fields={fields}
          contrast={textContrast({ ...theme, backgroundto: theme.picture ? "" : theme.backgroundto })}
        />
      </Fieldset>
      <SampleChoice
        legend={t("font")}
        values={fontNames}
        isChosen={(name) => (theme.font || "sans") === name}
        choose={(name) => fields.set("font", name)}
      >
        {(name) => (
          <>
            <span className={classes.letter} style={{ fontFamily: fonts[name] }} aria-hidden>
              {t("sample")}
            </span>
            {t(`fonts.${name}`)}
          </>
        )}
      </SampleChoice>
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
