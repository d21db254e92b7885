import type { ThemeForm } from "./bio-form";

export type ThemeColors = Omit<ThemeForm, "corners" | "font" | "picture">;

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
export const hasColors = (form: ThemeColors, colors: ThemeColors) =>
  (Object.keys(plain) as (keyof ThemeColors)[]).every((name) => form[name].toUpperCase() === colors[name]);
