import { noTheme, type ThemeForm } from "./bio-form";

type Colors = Omit<ThemeForm, "corners">;

const theme = (background: string, text: string, button: string, buttontext: string): Colors => ({
  background,
  text,
  button,
  buttontext,
});

const { corners: _, ...plain } = noTheme;

/** Colours that go together. */
export const themes = {
  plain,
  paper: theme("#FAF7F2", "#2B2622", "#2B2622", "#FAF7F2"),
  night: theme("#11151C", "#E8EBF1", "#4FC3BD", "#06201F"),
  forest: theme("#12372A", "#F1F5EC", "#ADBC9F", "#12372A"),
  ocean: theme("#E7F5FF", "#0B3B5C", "#1864AB", "#FFFFFF"),
  sunset: theme("#FFF1E6", "#5F1A0B", "#C2410C", "#FFFFFF"),
  berry: theme("#2B1055", "#F8F0FC", "#E599F7", "#2B1055"),
  mint: theme("#E6FCF5", "#0B4F3C", "#087F5B", "#FFFFFF"),
};

type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as ThemeName[];

/** Whether a theme has these colours. */
export const hasColors = (form: Colors, colors: Colors) =>
  (Object.keys(plain) as (keyof Colors)[]).every((name) => form[name].toUpperCase() === colors[name]);
