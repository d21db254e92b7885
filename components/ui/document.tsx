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
import { grounds, mixed, shadeOn } from "@/lib/contract/colors";
import { black, white } from "@/lib/contract/theme";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { baseUrl } from "@/lib/platform/env";
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

/**
 * CSS that gives the dashboard and the public pages an accent color. Shade 7 has buttons with white text and links in
 * light mode, so it is the color itself or the closest darker one that is readable. Dark mode has links in shade 4.
 */
export function accentStyle(color: string): string {
  const base = shadeOn(color, "light");
  const dark = shadeOn(color, "dark");
  const shades = [
    ...[0.93, 0.86, 0.7, 0.52].map((share) => mixed(base, white, share)),
    mixed(dark, white, 0.12),
    ...[0.2, 0.1, 0, -0.2, -0.4].map((share) => mixed(base, share < 0 ? black : white, Math.abs(share))),
  ];
  const numbered = shades.map((shade, index) => [`--mantine-color-pine-${index}`, shade]);
  return [
    // More specific than the rules of Mantine, which come later.
    rule(":root:root:root", numbered),
    rule(":root:root:root[data-mantine-color-scheme=light]", [["--sp-primary-soft", mixed(base, white, 0.88)]]),
    rule(":root:root:root[data-mantine-color-scheme=dark]", [
      ["--mantine-color-pine-light", mixed(base, grounds.dark, 0.75)],
      ["--mantine-color-pine-light-hover", mixed(base, grounds.dark, 0.68)],
      ["--mantine-color-pine-light-color", mixed(base, white, 0.75)],
      ["--sp-primary-soft", mixed(base, grounds.dark, 0.8)],
    ]),
  ].join("");
}

const rule = (selector: string, declarations: string[][]) =>
  `${selector}{${declarations.map((declaration) => declaration.join(":")).join(";")}}`;
