import type { z } from "zod";
import type { palette } from "@/lib/contract/palette";
import { black, ink, visitorColors, white } from "@/lib/contract/theme";

const [dark, light] = [ink, white];

/**
 * Sets the variables of the service's stylesheet to an owner's colors, for `selector`. If only one color of a pair is
 * set, the other one becomes a color that is readable with it, so that neither depends on the visitor's light or dark
 * mode.
 */
export function colorStyle(selector: string, colors: z.infer<typeof palette> = {}): string {
  const background = colors.background ?? readableWith(colors.text);
  const text = colors.text ?? readableWith(colors.background);
  const button = colors.button ?? readableWith(colors.buttontext);
  const label = colors.buttontext ?? readableWith(colors.button);
  const scheme = background && (readableWith(background) === dark ? "light" : "dark");
  const declarations = [
    ...(scheme ? [["color-scheme", scheme]] : []),
    ...["--bg", "--card"].map((name) => [name, background]),
    ...["--fg", "--dim"].map((name) => [name, text]),
    ["--line", text && `color-mix(in srgb,${text} 30%,transparent)`],
    ["--accent", button],
    ["--on", label],
  ].filter((declaration) => declaration[1] !== undefined);
  return `${selector}{${declarations.map((declaration) => declaration.join(":")).join(";")}}`;
}

const readableWith = (color: string | undefined) => color && readableOn([color]);

/** Black or white, whichever has more contrast with all of these. */
export function readableOn(colors: string[]): string {
  const least = (text: string) => Math.min(...colors.map((color) => measureContrast(rgb(color), rgb(text))));
  return least(dark) >= least(light) ? dark : light;
}

/** The colors to check for a gradient: both ends and the middle. */
export const listShades = (from: string, to: string) => [from, mixColors(from, to), to];

/** The color halfway between two colors. */
export function mixColors(one: string, other: string): string {
  const [from, to] = [partsOf(one), partsOf(other)];
  const parts = from.map((part, index) => Math.round((part + (to[index] ?? 0)) / 2));
  return hexOf(parts).toUpperCase();
}

export const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);

/** From this contrast on, text is readable (WCAG AA). */
export const READABLE = 4.5;

/** The contrast of two colors, from 1 to 21. The highest one if either is missing or is not a color. */
export const contrastBetween = (text: string, background: string) =>
  [text, background].every(isColor) ? measureContrast(rgb(text), rgb(background)) : 21;

/** Returns whether text in this color is readable on that one. True if either is missing or is not a color. */
export const isReadable = (text: string, background: string) => contrastBetween(text, background) >= READABLE;

/** The least contrast of a page's text with its whole background, which may be a gradient. */
export function textContrast({ text = "", background = "", backgroundto = "" }: TextColors): number {
  if (!isColor(backgroundto)) return contrastBetween(text, background);
  const shades = listShades(isColor(background) ? background : light, backgroundto);
  return Math.min(...shades.map((shade) => contrastBetween(text || readableOn(shades), shade)));
}

export interface TextColors {
  text?: string;
  background?: string;
  backgroundto?: string;
}

const rgb = (color: string) => partsOf(color).join(",");

/** A color as its parts of red, green and blue. */
export const hexOf = (parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

const partsOf = (color: string) => (color.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16));

/** The backgrounds of our pages' text in light and dark mode: of window and card, the one closer to the text color. */
export const grounds = { light: visitorColors.light.bg, dark: visitorColors.dark.card } as const;

/**
 * Sets the variables of our stylesheet to one color of an owner, for pages in light or dark mode. Buttons get the
 * color itself and a readable label. Links, icons and outlines get a shade that is readable on the page (WCAG AA),
 * which also outlines a button that would hardly be visible.
 */
export function accentStyle(color: string): string {
  const on = isReadable(light, color) ? light : black;
  const [bright, dim] = (["light", "dark"] as const).map((scheme) => {
    const link = shadeOn(color, scheme);
    const edge = measureContrast(rgb(color), rgb(grounds[scheme])) < 3 ? link : "transparent";
    return `:root{--accent:${color};--on:${on};--link:${link};--edge:${edge}}`;
  });
  return `${bright}@media(prefers-color-scheme:dark){${dim}}`;
}

/** The readable shade that is closest to the color, for text on our pages in light or dark mode. */
export function shadeOn(color: string, scheme: keyof typeof grounds): string {
  const toward = scheme === "light" ? black : light;
  for (let step = 0; step < 20; step++) {
    const shade = mixed(color, toward, step / 20);
    if (isReadable(shade, grounds[scheme])) return shade;
  }
  return toward;
}

/** The color with a share of another one, from 0 to 1. */
export function mixed(color: string, other: string, share: number): string {
  const to = partsOf(other);
  return hexOf(partsOf(color).map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share)));
}

/**
 * QR codes with less contrast between foreground and background are refused. Whether scanners tell colors apart is read
 * from the picture in poor light. This limit is for lamps whose light is not white.
 */
export const LEAST_CODE_CONTRAST = 2;

/** The contrast of two colors `rgb(r,g,b)` as WCAG defines it: 1 for the same color, 21 for black and white. */
export function measureContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => linear(Number(part) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
