import { storedJson } from "@/lib/platform/stored-json";
import { type ChangedDesign, type Design, design } from "./design";
import { type Picture, plainColours, plainStyle, type Style, styleOf } from "./look";

export const plainDesign: Design = { ...plainColours, logo: null, ...plainStyle };

/** A design with what was sent of another. */
export function redesigned(before: Design, sent: ChangedDesign): Design {
  const changed = Object.keys(before).flatMap((key) => {
    const value = sent[key as keyof Design];
    return value === undefined ? [] : [[key, value]];
  });
  return { ...before, ...Object.fromEntries(changed) };
}

interface StoredCode {
  foreground: string;
  background: string;
  logo: string | null;
  style: unknown;
}

/** How a code looks that is stored by itself. */
export const designOf = ({ foreground, background, logo, style }: StoredCode): Design => ({
  foreground,
  background,
  logo,
  ...styleOf(style),
});

/** What is stored of a style: nothing of the plain one. */
export function storedStyle({ dots, eyes, gradient, frame }: Style): Style | null {
  const style = { dots, eyes, gradient, frame };
  return JSON.stringify(style) === JSON.stringify(plainStyle) ? null : style;
}

/** What is drawn of a design, with its logo's picture. */
export const pictureOf = (payload: string, { logo: _, ...look }: Design, logo: Uint8Array | null): Picture => ({
  payload,
  ...look,
  logo,
});

export const readLinkDesign = storedJson<Design | null>("links.qr_design", design.nullable());
export const readTemplateDesign = storedJson<Design>("qr_templates.design", design);
