// In a layer of their own, so that our rules win in whatever order the build puts the files.
import "@mantine/core/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "@fontsource-variable/inter/wght.css";
import "./document.css";

import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { Provider } from "./provider";

/** The metadata that root layouts share. */
export const documentMetadata: Metadata = {
  title: { default: "Signpost", template: "%s · Signpost" },
  description: "Short links and QR codes on your own machine, with every click counted exactly once.",
};

/** What every root layout of the site and the dashboard renders. Reads the nonce, so its pages are never static. */
export async function Document({ children }: { children: React.ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" {...mantineHtmlProps}>
      {/* biome-ignore lint/style/noHeadElement: next/head is for the pages router */}
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <Provider>{children}</Provider>
      </body>
    </html>
  );
}
