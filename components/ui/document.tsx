// A CSS layer, so that these rules win in any order of files.
import "@mantine/core/styles.layer.css";
import "@fontsource-variable/inter/wght.css";
import "./document.css";

import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { Messages as AllMessages } from "@/generated/messages";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { baseUrl } from "@/lib/platform/env";
import { accentStyle } from "./accent-style";
import { BrandProvider } from "./brand";
import { Messages } from "./messages";
import { Provider } from "./provider";

export async function documentMetadata(): Promise<Metadata> {
  const t = await getTranslations("ui");
  const { name } = await instanceSettings();
  return {
    metadataBase: new URL(baseUrl()),
    title: { default: name, template: `%s · ${name}` },
    description: t("siteDescription"),
    openGraph: { siteName: name, type: "website" },
    twitter: { card: "summary_large_image" },
  };
}

/**
 * The document of every root layout. `messages` are the namespaces that client components need on all of its pages.
 * Reads the nonce, so its pages are never static.
 */
export async function Document({
  messages = [],
  children,
}: {
  messages?: (keyof AllMessages)[];
  children: React.ReactNode;
}) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const { name, logo, color } = await instanceSettings();
  return (
    <html lang={await getLocale()} {...mantineHtmlProps}>
      {/* biome-ignore lint/style/noHeadElement: next/head is for the pages router */}
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        <meta name="color-scheme" content="light dark" />
        {color && <style>{accentStyle(color)}</style>}
      </head>
      <body>
        <NextIntlClientProvider messages={{}}>
          <Messages of={["ui", ...messages]}>
            <BrandProvider brand={{ name, logo }}>
              <Provider>{children}</Provider>
            </BrandProvider>
          </Messages>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
