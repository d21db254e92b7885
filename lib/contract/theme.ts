/**
 * Every size, weight, radius, duration and color of the screens. `npm run check` refuses values that a component or a
 * page states itself. components/ui/provider.tsx makes Mantine's theme and CSS variables of these.
 */

const rem = (pixels: number) => `${pixels / 16}rem`;

/** Sizes of text and their lines, in pixels. */
const text = {
  xs: [12, 16],
  sm: [13, 18],
  md: [14, 20],
  lg: [16, 24],
  xl: [20, 28],
  /** numbers of statistics, and headings of reading pages */
  figure: [28, 32],
  /** headings of the landing page */
  section: [36, 40],
  display: [56, 60],
} as const;

const mapText = (toValue: (size: number, line: number) => string) =>
  Object.fromEntries(Object.entries(text).map(([name, [size, line]]) => [name, toValue(size, line)])) as Record<
    keyof typeof text,
    string
  >;

export const fontSizes = mapText(rem);
export const lineHeights = mapText((size, line) => String(Math.round((line / size) * 10_000) / 10_000));

/** `weights.bold` is the heaviest one: headings, names and figures. */
export const weights = { regular: "400", medium: "500", bold: "600" } as const;

/** Bars of charts, controls, cards, dialogs, and everything that is round at both ends. */
export const radii = { xs: rem(2), sm: rem(6), md: rem(10), lg: rem(14), xl: rem(1000) };

/** `lg` is the padding of cards, the others are distances. */
export const spacing = { xxs: rem(4), xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(24), xxl: rem(32) };

const heights = { row: rem(28), control: rem(36), large: rem(44) };

export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";
export const fontFamilyMonospace =
  "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

export const white = "#ffffff";
export const black = "#000000";
/** Text on a light page. */
export const ink = "#17201f";

type Shades = [string, string, string, string, string, string, string, string, string, string];

export const pine: Shades = [
  "#eef8f6",
  "#d9efeb",
  "#b1ddd6",
  "#84cabf",
  "#5bb8ab",
  "#37a293",
  "#1d887b",
  "#0f6f66",
  "#0b5a54",
  "#084842",
];

// Shades 5 (placeholders) and 6 (secondary text) need enough contrast on white.
export const gray: Shades = [
  "#f7f9f9",
  "#eff3f3",
  "#e3e9e9",
  "#d3dbdc",
  "#bac5c7",
  "#67747a",
  "#5a676b",
  "#465256",
  "#303a3d",
  "#1b2325",
];

export const dark: Shades = [
  "#d8dfe0",
  "#b8c2c4",
  "#97a3a6",
  "#7a878b",
  "#3b474b",
  "#2d383b",
  "#212a2d",
  "#181f22",
  "#12181a",
  "#0c1112",
];

/** Grounds of soft pine on a dark page. */
export const pineInDark = { light: "#15332f", hover: "#193d39" };

/** Variables that are the same in light and dark mode. */
export const sizeVariables = {
  "--sp-control-row": heights.row,
  "--sp-control": heights.control,
  "--sp-control-large": heights.large,
  "--sp-quick": "120ms",
  "--sp-enter": "200ms ease-out",
  /** of text that is read rather than scanned */
  "--sp-line-reading": "1.6",
  /** of code in a sentence */
  "--sp-code-in-text": "0.9em",
  "--sp-code": "#10211f",
  "--sp-code-text": "#d5e4e1",
  "--sp-code-dimmed": "#a3b8b4",
  "--sp-code-value": "#f3c08d",
  /** behind a dialog, and behind text on pictures of any color */
  "--sp-veil": "#0009",
  "--sp-rust": "#a94d08",
};

const inMode = (light: string, dark: string) => `light-dark(${light},${dark})`;

/** Colors by role. Every page contains them, so there is none that only differs a little from another one. */
export const roles = {
  "--sp-canvas": inMode("#f5f8f7", dark[8]),
  "--sp-line": inMode(gray[2], dark[5]),
  // Warnings and conversions.
  "--sp-accent": inMode("#b4540a", "#f0a35e"),
  "--sp-accent-soft": inMode("#fdf0e3", "#33261a"),
  // A figure that rose or fell, on the soft pine or accent.
  "--sp-up": inMode(pine[8], pine[3]),
  "--sp-down": inMode("#8a4108", "#f0b57e"),
  // The bars of a list.
  "--sp-bar": inMode(pine[1], "#1f4641"),
  // Marks in the reference: methods of requests that add or remove something.
  "--sp-add": inMode("#17407f", "#9cc3f7"),
  "--sp-remove": inMode("#96201f", "#f5a3a3"),
  // Previews of messages, as the programs show them.
  "--sp-chat": inMode("#d9fdd3", "#144d37"),
};

/** The soft pine, which the color of an administrator replaces in each mode. */
export const softPine = { light: "#e2f3f0", dark: "#132a28" };

/** The colors of pages for visitors, which load no stylesheet: the same palette under short names. */
export const visitorColors = {
  light: {
    fg: ink,
    dim: gray[6],
    bg: "#f5f8f7",
    card: "#fff",
    line: gray[2],
    accent: pine[7],
    on: "#fff",
    bad: "#c92a2a",
    board: "#b4540a",
  },
  dark: {
    fg: dark[0],
    dim: dark[2],
    bg: dark[8],
    card: dark[7],
    line: dark[5],
    accent: pine[4],
    on: "#06201f",
    bad: "#ff8787",
    board: "#f0a35e",
  },
} as const;

/** Colors that a color field suggests. */
export const swatches = [
  "#5C7CFA",
  "#15AABF",
  "#12B886",
  "#82C91E",
  "#FAB005",
  "#FD7E14",
  "#FA5252",
  "#BE4BDB",
  "#868E96",
];

/** The end of a QR code's gradient, before another one is chosen. */
export const gradientEnd = "#1c7ed6";

const bioTheme = (background: string, text: string, button: string, buttontext: string, backgroundto = "") => ({
  ...{ background, text, button, buttontext, backgroundto },
});

/** Sets of matching colors for bio pages. `plain` is the palette of all pages for visitors. */
export const bioThemes = {
  plain: bioTheme("", "", "", ""),
  paper: bioTheme("#FAF7F2", "#2B2622", "#2B2622", "#FAF7F2"),
  night: bioTheme("#11151C", "#E8EBF1", "#4FC3BD", "#06201F"),
  forest: bioTheme("#12372A", "#F1F5EC", "#ADBC9F", "#12372A"),
  ocean: bioTheme("#E7F5FF", "#0B3B5C", "#1864AB", "#FFFFFF"),
  sunset: bioTheme("#FFF1E6", "#5F1A0B", "#C2410C", "#FFFFFF"),
  berry: bioTheme("#2B1055", "#F8F0FC", "#E599F7", "#2B1055"),
  mint: bioTheme("#E6FCF5", "#0B4F3C", "#087F5B", "#FFFFFF"),
  dawn: bioTheme("#FFECD2", "#4A1D0B", "#7A2E0E", "#FFFFFF", "#FCB69F"),
  lilac: bioTheme("#E9D8FD", "#1E1B4B", "#312E81", "#FFFFFF", "#A5C9FC"),
  dusk: bioTheme("#0F2027", "#F1F5F9", "#FFD166", "#1F2933", "#2C5364"),
  ember: bioTheme("#42275A", "#FFF5F7", "#FFD8E4", "#42275A", "#734B6D"),
};
