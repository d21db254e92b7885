import type { z } from "zod";
import type { palette } from "@/lib/contract/palette";
import { contrastOf } from "./contrast";

const [dark, light] = ["#11151c", "#ffffff"];

/**
 * The variables of our stylesheet as an owner's colours set them, for `selector`. A colour whose counterpart was left
 * out brings one that is readable with it, so that neither depends on the visitor's light or dark.
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

/** Black or white, whichever stands out more from all of these. */
export function readableOn(colors: string[]): string {
  const least = (text: string) => Math.min(...colors.map((color) => contrastOf(rgb(color), rgb(text))));
  return least(dark) >= least(light) ? dark : light;
}

/** What a gradient goes through: of its colours, the ends and the middle. */
export const shadesOf = (from: string, to: string) => [from, middleOf(from, to), to];

/** The colour half way between two. */
export function middleOf(one: string, other: string): string {
  const [from, to] = [partsOf(one), partsOf(other)];
  const parts = from.map((part, index) => Math.round((part + (to[index] ?? 0)) / 2));
  return hexOf(parts).toUpperCase();
}

export const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text);

/** Whether a text of this colour can be read on that one (WCAG AA); true where either is not set, or no colour. */
export const isReadable = (text: string, background: string) =>
  ![text, background].every(isColor) || contrastOf(rgb(text), rgb(background)) >= 4.5;

const rgb = (color: string) => partsOf(color).join(",");

/** A colour by how much it has of red, green and blue. */
export const hexOf = (parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

const partsOf = (color: string) => (color.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16));

/** What our pages' text stands on in light and in dark: of the window and the card the one that is nearer to the text. */
export const grounds = { light: "#f7f8fa", dark: "#191f29" } as const;

/**
 * The variables of our stylesheet as one colour of an owner's sets them, for pages that are light or dark as the visitor
 * is. Buttons have the colour itself and a label that can be read on it; links, signs and outlines a shade that can be
 * read on the page (WCAG AA), which also edges a button that one would hardly see.
 */
export function accentStyle(color: string): string {
  const on = isReadable(light, color) ? light : "#000000";
  const [bright, dim] = (["light", "dark"] as const).map((scheme) => {
    const link = shadeOn(color, scheme);
    const edge = contrastOf(rgb(color), rgb(grounds[scheme])) < 3 ? link : "transparent";
    return `:root{--accent:${color};--on:${on};--link:${link};--edge:${edge}}`;
  });
  return `${bright}@media(prefers-color-scheme:dark){${dim}}`;
}

/** The shade of a colour that is the nearest to it of those that can be read. */
function shadeOn(color: string, scheme: keyof typeof grounds): string {
  const [from, to] = [partsOf(color), partsOf(scheme === "light" ? "#000000" : light)];
  for (let step = 0; step < 20; step++) {
    const mixed = from.map((part, index) => Math.round(part + (((to[index] ?? 0) - part) * step) / 20));
    const shade = hexOf(mixed);
    if (isReadable(shade, grounds[scheme])) return shade;
  }
  return scheme === "light" ? "#000000" : light;
}
