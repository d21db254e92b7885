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

/** Black or white, whichever stands out more. */
function readableWith(color: string | undefined): string | undefined {
  if (color === undefined) return undefined;
  return contrastOf(rgb(color), rgb(dark)) >= contrastOf(rgb(color), rgb(light)) ? dark : light;
}

/** Whether a text of this colour can be read on that one (WCAG AA); true where either is not set, or no colour. */
export const isReadable = (text: string, background: string) =>
  ![text, background].every((color) => /^#[\da-f]{6}$/i.test(color)) || contrastOf(rgb(text), rgb(background)) >= 4.5;

const rgb = (color: string) => (color.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16)).join(",");
