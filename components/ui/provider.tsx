"use client";

import { MantineProvider } from "@mantine/core";
import { cssVariables, theme } from "./theme";

/** Mantine with our look. A client component, since the resolver is a function and cannot cross from the server. */
export function Provider({ children }: { children: React.ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
