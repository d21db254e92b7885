import { Fieldset, Input, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PaletteColor, PaletteFields } from "@/components/ui/palette-fields";
import { PictureField } from "@/components/ui/picture-field";
import { SampleChoice } from "@/components/ui/sample-choice";
import { type Fields, partOf } from "@/components/ui/use-editor";
import { isColor, mixColors, textContrast } from "@/lib/contract/colors";
import { bioThemes, pine, white } from "@/lib/contract/theme";
import { fontNames, fonts } from "@/lib/resources/bio-pages/fonts";
import type { BioFields, ThemeForm } from "./bio-form";
import classes from "./look-panel.module.css";

const kinds = ["color", "gradient", "picture"] as const;
type Kind = (typeof kinds)[number];

interface BackgroundFieldsProps {
  fields: Fields<ThemeForm>;
  change: (theme: ThemeForm) => void;
}

/** The fields for a page's background: a color, a gradient or an image. */
function BackgroundFields({ fields: { form: theme, text }, change }: BackgroundFieldsProps) {
  const t = useTranslations("bio.look");
  const [chosen, setChosen] = useState<Kind>("color");
  const kind = theme.picture ? "picture" : theme.backgroundto ? "gradient" : chosen;
  const choose = (next: Kind) => {
    setChosen(next);
    change({ ...theme, picture: "", backgroundto: next === "gradient" ? endFor(theme) : "" });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t("background")}
        fullWidth
        value={kind}
        onChange={(value) => choose(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`backgrounds.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`backgroundsAbout.${kind}`)}
      </Text>
      {kind === "gradient" && <PaletteColor {...text("backgroundto")} label={t("backgroundto")} />}
      {kind === "picture" && (
        <PictureField {...text("picture")} label={t("picture")} placeholder="https://example.com/picture.jpg" />
      )}
    </Stack>
  );
}

const first = ({ background }: ThemeForm) => (isColor(background) ? background : white.toUpperCase());

/** The default end of a gradient: halfway between the background and the button's color. */
const endFor = (theme: ThemeForm) => mixColors(first(theme), isColor(theme.button) ? theme.button : pine[7]);

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

/** A tiny page in a theme's colors. */
function ThemeSample({ colors: { background, backgroundto, text, button } }: { colors: ThemeColors }) {
  const behind = backgroundto ? `linear-gradient(${background}, ${backgroundto})` : background;
  return (
    <span className={classes.sample} style={{ background: behind, color: text }} aria-hidden>
      <span className={classes.letters} />
      <span className={classes.button} style={{ background: button }} />
      <span className={classes.button} style={{ background: button }} />
    </span>
  );
}

type ThemeColors = Omit<ThemeForm, "corners" | "font" | "picture">;

/** Sets of matching colors. */
export const themes: Record<keyof typeof bioThemes, ThemeColors> = bioThemes;

type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as ThemeName[];

/** Returns whether these are a theme's colors. */
const hasColors = (form: ThemeColors, colors: ThemeColors) =>
  (Object.keys(themes.plain) as (keyof ThemeColors)[]).every((name) => form[name].toUpperCase() === colors[name]);
