import { Fieldset, Input, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PaletteColor, PaletteFields } from "@/components/ui/palette-fields";
import { PictureField } from "@/components/ui/picture-field";
import { SampleChoice } from "@/components/ui/sample-choice";
import { type Fields, partOf } from "@/components/ui/use-editor";
import { isColor, mixColors, textContrast } from "@/lib/contract/colors";
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

const first = ({ background }: ThemeForm) => (isColor(background) ? background : "#FFFFFF");

/** The default end of a gradient: halfway between the background and the button's color. */
const endFor = (theme: ThemeForm) => mixColors(first(theme), isColor(theme.button) ? theme.button : "#0B6E6E");

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

const theme = (background: string, text: string, button: string, buttontext: string): ThemeColors => ({
  ...{ background, text, button, buttontext },
  backgroundto: "",
});

const plain = theme("", "", "", "");

/** Sets of matching colors. */
export const themes = {
  plain,
  paper: theme("#FAF7F2", "#2B2622", "#2B2622", "#FAF7F2"),
  night: theme("#11151C", "#E8EBF1", "#4FC3BD", "#06201F"),
  forest: theme("#12372A", "#F1F5EC", "#ADBC9F", "#12372A"),
  ocean: theme("#E7F5FF", "#0B3B5C", "#1864AB", "#FFFFFF"),
  sunset: theme("#FFF1E6", "#5F1A0B", "#C2410C", "#FFFFFF"),
  berry: theme("#2B1055", "#F8F0FC", "#E599F7", "#2B1055"),
  mint: theme("#E6FCF5", "#0B4F3C", "#087F5B", "#FFFFFF"),
  dawn: { ...theme("#FFECD2", "#4A1D0B", "#7A2E0E", "#FFFFFF"), backgroundto: "#FCB69F" },
  lilac: { ...theme("#E9D8FD", "#1E1B4B", "#312E81", "#FFFFFF"), backgroundto: "#A5C9FC" },
  dusk: { ...theme("#0F2027", "#F1F5F9", "#FFD166", "#1F2933"), backgroundto: "#2C5364" },
  ember: { ...theme("#42275A", "#FFF5F7", "#FFD8E4", "#42275A"), backgroundto: "#734B6D" },
};

type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as ThemeName[];

/** Returns whether these are a theme's colors. */
const hasColors = (form: ThemeColors, colors: ThemeColors) =>
  (Object.keys(plain) as (keyof ThemeColors)[]).every((name) => form[name].toUpperCase() === colors[name]);
