import { colorStyle, readableOn, shadesOf } from "@/lib/contract/colors";
import { fonts } from "@/lib/resources/bio-pages/fonts";
import type { BioPageSnapshot } from "./cache";

const radius = { round: "12px", square: "0", pill: "999px" };

// Text has a panel in the page's color behind it, so that it is readable over any image.
const behind = `.behind{position:fixed;inset:0;z-index:-1;width:100%;height:100%;object-fit:cover;border-radius:0}
main{align-self:start;padding:24px 20px;border-radius:16px;background:var(--bg)}`;

/** Returns a page's theme as CSS, to be added to the page's own CSS. */
export function themeStyle(theme: BioPageSnapshot["theme"]): string {
  const { font, corners = "round" } = theme;
  const set = font ? `body{font-family:${fonts[font]}}` : "";
  return `${backgroundStyle(theme)}:root{--corner:${radius[corners]}}${set}`;
}

function backgroundStyle({ picture, backgroundto, ...colors }: BioPageSnapshot["theme"]): string {
  if (picture) return colorStyle(":root", colors) + behind;
  if (!backgroundto) return colorStyle(":root", colors);
  const background = colors.background ?? "#FFFFFF";
  const text = colors.text ?? readableOn(shadesOf(background, backgroundto));
  const fading = `body{background:linear-gradient(${background},${backgroundto})}`;
  return colorStyle(":root", { ...colors, background, text }) + fading;
}
