import { findUpload } from "@/components/ui/upload-in";
import type { ActionResult } from "@/lib/contract/action-result";
import { hexOf } from "@/lib/contract/colors";
import { black, gradientEnd, white } from "@/lib/contract/theme";
import type { Design } from "@/lib/drawing/design";
import type { Style } from "@/lib/drawing/look";

type Gradient = NonNullable<Style["gradient"]>;
type Frame = NonNullable<Style["frame"]>;

/** A code's design as the form edits it. Colors are like `#1e3c5a`. Empty text means not set. */
export interface DesignForm {
  foreground: string;
  background: string;
  logo: string;
  dots: Style["dots"];
  eyes: Style["eyes"];
  gradient: { type: Gradient["type"] | ""; color: string };
  frame: { style: Frame["style"] | ""; text: string };
}

export const plainForm: DesignForm = {
  foreground: black,
  background: white,
  logo: "",
  dots: "square",
  eyes: "square",
  gradient: { type: "", color: gradientEnd },
  frame: { style: "", text: "" },
};

export const designForm = ({ foreground, background, logo, dots, eyes, gradient, frame }: Design): DesignForm => ({
  foreground: parseTypedColor(foreground),
  background: parseTypedColor(background),
  logo: logo ?? "",
  dots,
  eyes,
  gradient: gradient ? { type: gradient.type, color: parseTypedColor(gradient.color) } : plainForm.gradient,
  frame: frame ?? plainForm.frame,
});

type Changed = { [Key in keyof DesignForm]?: DesignForm[Key] | null };

/** The changes as the API takes them. */
export function designInput(changes: object) {
  const { foreground, background, logo, dots, eyes, gradient, frame } = changes as Changed;
  return {
    foreground: foreground && formatRgb(foreground),
    background: background && formatRgb(background),
    ...{ logo, dots, eyes },
    gradient: gradient && (gradient.type ? { ...gradient, color: formatRgb(gradient.color) } : null),
    frame: frame && (frame.style ? frame : null),
  };
}

/** The design to preview. It leaves out a frame without text, and a logo whose URL is still being typed. */
export function previewDesign({ frame, logo, ...form }: DesignForm, initial: DesignForm) {
  const isKept = findUpload(logo) !== null || logo === initial.logo;
  return designInput({
    ...form,
    frame: frame.text.trim() === "" ? plainForm.frame : frame,
    logo: isKept ? logo : "",
  });
}

/** Returns a function that sets several fields of an editor. */
export const setterOfFields = (set: (key: never, value: never) => void) => (design: Partial<DesignForm>) => {
  for (const [key, value] of Object.entries(design)) set(key as never, value as never);
};

/** Converts `#1e3c5a` to the API's `rgb(r,g,b)`. Returns anything else unchanged, for the server to check. */
export function formatRgb(color: string): string {
  const [, hex] = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(color.trim()) ?? [];
  if (!hex) return color;
  const parts = hex.match(hex.length === 3 ? /./g : /../g) ?? [];
  return `rgb(${parts.map((part) => Number.parseInt(part.repeat(2 / part.length), 16)).join(",")})`;
}

/** Converts the API's `rgb(r,g,b)` to `#1e3c5a`. */
export const parseTypedColor = (rgb: string) => hexOf((rgb.match(/\d+/g) ?? []).map(Number));

/** A saved design. */
export interface Template {
  id: number;
  name: string;
  design: DesignForm;
}

export interface TemplateActions {
  /** Takes the input of `createTemplateBody`. */
  create: (input: object) => Promise<ActionResult<number>>;
  rename: (id: number, name: string) => Promise<ActionResult<null>>;
  remove: (id: number) => Promise<ActionResult<null>>;
}
