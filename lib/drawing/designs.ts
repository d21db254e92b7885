import { storedJson } from "@/lib/platform/database/stored-json";
import { type ChangedDesign, type Design, design } from "./design";
import { type Picture, plainColors, plainStyle, type Style, styleOf } from "./look";

export const plainDesign: Design = { ...plainColors, logo: null, ...plainStyle };

/** Returns a design with the changes that were sent. */
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

export const readDesign = ({ foreground, background, logo, style }: StoredCode): Design => ({
  foreground,
  background,
  logo,
  ...styleOf(style),
});

/** Returns the style as it is stored: null for the plain one. */
export function storedStyle({ dots, eyes, gradient, frame }: Style): Style | null {
  const style = { dots, eyes, gradient, frame };
  return JSON.stringify(style) === JSON.stringify(plainStyle) ? null : style;
}

/** Returns what is drawn for a design, with the image of its logo. */
export const describePicture = (payload: string, { logo: _, ...look }: Design, logo: Uint8Array | null): Picture => ({
  payload,
  ...look,
  logo,
});

export const readLinkDesign = storedJson<Design | null>("links.qr_design", design.nullable());
export const readTemplateDesign = storedJson<Design>("qr_templates.design", design);
