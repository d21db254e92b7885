// In a layer of their own, so that our rules win in whatever order the build puts the files.
import "@mantine/core/styles.layer.css";
import "@fontsource-variable/inter/wght.css";
import "./document.css";

import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { Messages as AllMessages } from "@/generated/messages";
import { baseUrl } from "@/lib/platform/env";
import { Messages } from "./messages";
import { Provider } from "./provider";

/** The metadata that root layouts share. */
export async function documentMetadata(): Promise<Metadata> {
  const t = await getTranslations("ui");
  return {
    metadataBase: new URL(baseUrl()),
    title: { default: "Signpost", template: "%s · Signpost" },
    description: t("siteDescription"),
    openGraph: { siteName: "Signpost", type: "website" },
    twitter: { card: "summary_large_image" },
  };
}

/**
 * What every root layout of the site and the dashboard renders. `messages` are the namespaces whose words client
 * components need on all its pages. Reads the nonce, so its pages are never static.
 */
export async function Document({
  messages = [],
  children,
}: {
  messages?: (keyof AllMessages)[];
  children: React.ReactNode;
}) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang={await getLocale()} {...mantineHtmlProps}>
      {/* biome-ignore lint/style/noHeadElement: next/head is for the pages router */}
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <NextIntlClientProvider messages={{}}>
          <Messages of={["ui", ...messages]}>
            <Provider>{children}</Provider>
          </Messages>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
