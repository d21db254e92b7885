"use client";

import { MantineProvider } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { cssVariables, themeWith } from "./theme";

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
