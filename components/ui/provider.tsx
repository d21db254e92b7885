"use client";

import { type CSSVariablesResolver, createTheme, MantineProvider } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import {
  dark,
  fontFamily,
  fontFamilyMonospace,
  fontSizes,
  gray,
  ink,
  lineHeights,
  pine,
  pineInDark,
  radii,
  roles,
  sizeVariables,
  softPine,
  spacing,
  weights,
} from "@/lib/contract/theme";
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

const heading = (size: keyof typeof fontSizes) => ({
  fontSize: fontSizes[size],
  lineHeight: lineHeights[size],
});

/** Colors, corners and type of the dashboard and the site. Heights of controls are in theme.css. */
const themeWith = (words: { close: string; dismiss: string; showPassword: string }) =>
  createTheme({
    primaryColor: "pine",
    primaryShade: 7,
    colors: { pine, gray, dark },
    black: ink,
    fontFamily,
    fontFamilyMonospace: fontFamilyMonospace,
    fontSizes,
    lineHeights,
    fontWeights: weights,
    spacing,
    radius: radii,
    defaultRadius: "sm",
    headings: {
      fontWeight: weights.bold,
      sizes: {
        h1: heading("xl"),
        h2: heading("lg"),
        h3: heading("md"),
        h4: heading("md"),
        h5: heading("sm"),
        h6: heading("xs"),
      },
    },
    cursorType: "pointer",
    respectReducedMotion: true,
    // Plain objects instead of the components' `extend`, which would load every component on every page.
    components: {
      Anchor: { defaultProps: { underline: "always" } },
      Alert: { defaultProps: { radius: "md" } },
      Autocomplete: { defaultProps: { size: "md" } },
      Button: { defaultProps: { size: "md" } },
      ColorInput: { defaultProps: { size: "md" } },
      Input: { styles: { wrapper: { "--input-bd-focus": "var(--mantine-color-anchor)" } } },
      InputWrapper: { styles: { label: { marginBottom: spacing.xxs } } },
      // Mantine's invisible placeholder has no role that ARIA allows in a menu.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: {
        defaultProps: {
          radius: "lg",
          closeButtonProps: { "aria-label": words.close },
          // A `header` element would be announced as the banner of the whole page.
          attributes: { header: { role: "presentation" } },
        },
        styles: { title: { ...heading("lg"), fontWeight: weights.bold } },
      },
      MultiSelect: { defaultProps: { size: "md", filter: filterOptions } },
      NativeSelect: { defaultProps: { size: "md" } },
      Notification: { defaultProps: { radius: "md", closeButtonProps: { "aria-label": words.dismiss } } },
      NumberInput: { defaultProps: { size: "md" } },
      Paper: { defaultProps: { radius: "md" } },
      PasswordInput: {
        defaultProps: {
          size: "md",
          visibilityToggleFocusable: true,
          visibilityToggleButtonProps: { "aria-label": words.showPassword },
        },
      },
      Select: { defaultProps: { size: "md", filter: filterOptions } },
      Tabs: { defaultProps: { keepMounted: false } },
      TagsInput: { defaultProps: { size: "md", filter: filterOptions } },
      Textarea: { defaultProps: { size: "md", autosize: true, minRows: 2 } },
      TextInput: { defaultProps: { size: "md" } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    },
  });

/** Values that Mantine has no variable for, and replacements for its colors with too little contrast. */
const cssVariables: CSSVariablesResolver = () => ({
  variables: { ...sizeVariables, ...roles },
  light: {
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-default-border": "var(--mantine-color-gray-3)",
    "--sp-primary-soft": softPine.light,
  },
  dark: {
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-default-border": "var(--mantine-color-dark-4)",
    "--mantine-color-pine-light": pineInDark.light,
    "--mantine-color-pine-light-hover": pineInDark.hover,
    "--mantine-color-pine-light-color": "var(--mantine-color-pine-2)",
    "--sp-primary-soft": softPine.dark,
  },
});
