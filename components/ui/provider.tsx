"use client";

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, MantineProvider } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { filterOptions } from "./find-choices";

/** Mantine with the theme. A client component, because the resolver function cannot be passed from the server. */
export function Provider({ children }: { children: React.ReactNode }) {
  const t = useTranslations("ui");
  const theme = useMemo(
    () => themeWith({ close: t("close"), dismiss: t("dismiss"), showPassword: t("showPassword") }),
    [t],
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}

const pine: MantineColorsTuple = [
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
const gray: MantineColorsTuple = [
  "#f7f9f9",
  "#eff3f3",
  "#e3e9e9",
  "#d3dbdc",
  "#bac5c7",
  "#6f7c80",
  "#5a676b",
  "#465256",
  "#303a3d",
  "#1b2325",
];

const dark: MantineColorsTuple = [
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

/** Colors, corners and type of the dashboard and the site. */
const themeWith = (words: { close: string; dismiss: string; showPassword: string }) =>
  createTheme({
    primaryColor: "pine",
    primaryShade: 7,
    colors: { pine, gray, dark },
    black: "#17201f",
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
    fontSizes: { xs: "0.78rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
    headings: {
      fontWeight: "650",
      sizes: {
        h1: { fontSize: "1.75rem", lineHeight: "1.2" },
        h2: { fontSize: "1.2rem", lineHeight: "1.35" },
        h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
      },
    },
    defaultRadius: "md",
    cursorType: "pointer",
    respectReducedMotion: true,
    // Plain objects instead of the components' `extend`, which would load every component on every page.
    components: {
      Anchor: { defaultProps: { underline: "always" } },
      Button: { styles: { label: { fontWeight: 550 } } },
      Input: { styles: { wrapper: { "--input-bd-focus": "var(--mantine-color-anchor)" } } },
      InputWrapper: { styles: { label: { marginBottom: 4 } } },
      // Mantine's invisible placeholder has no role that ARIA allows in a menu.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: {
        defaultProps: {
          closeButtonProps: { "aria-label": words.close },
          // A `header` element would be announced as the banner of the whole page.
          attributes: { header: { role: "presentation" } },
        },
        styles: { title: { fontSize: "var(--mantine-font-size-lg)", fontWeight: 650 } },
      },
      MultiSelect: { defaultProps: { filter: filterOptions } },
      NativeSelect: { defaultProps: { size: "md" } },
      Notification: { defaultProps: { closeButtonProps: { "aria-label": words.dismiss } } },
      PasswordInput: {
        defaultProps: {
          size: "md",
          visibilityToggleFocusable: true,
          visibilityToggleButtonProps: { "aria-label": words.showPassword },
        },
      },
      Select: { defaultProps: { filter: filterOptions } },
      Tabs: { defaultProps: { keepMounted: false } },
      TagsInput: { defaultProps: { filter: filterOptions } },
      Textarea: { defaultProps: { size: "md", autosize: true, minRows: 2 } },
      TextInput: { defaultProps: { size: "md" } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    },
  });

/** Colors that Mantine has no variable for, and replacements for its colors with too little contrast. */
const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-default-border": "var(--mantine-color-gray-3)",
    "--sp-canvas": "#f5f8f7",
    "--sp-line": "var(--mantine-color-gray-2)",
    "--sp-accent": "#b4540a",
    "--sp-accent-soft": "#fdf0e3",
    "--sp-primary-soft": "#e2f3f0",
    "--sp-code": "#10211f",
  },
  dark: {
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-default-border": "var(--mantine-color-dark-4)",
    "--mantine-color-pine-light": "#15332f",
    "--mantine-color-pine-light-hover": "#193d39",
    "--mantine-color-pine-light-color": "var(--mantine-color-pine-2)",
    "--sp-canvas": "var(--mantine-color-dark-8)",
    "--sp-line": "var(--mantine-color-dark-5)",
    "--sp-accent": "#f0a35e",
    "--sp-accent-soft": "#33261a",
    "--sp-primary-soft": "#132a28",
    "--sp-code": "#0b1312",
  },
});
