import type { PaletteForm } from "@/components/ui/palette-fields";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { type OverlayPlacement, type Position, type Trigger, usualDelay } from "@/lib/resources/overlays/placement";

/** The editor's form. `content` has the fields of the type. Empty text means not set. */
export interface OverlayForm {
  name: string;
  content: {
    title: string;
    text: string;
    question: string;
    /** One per line. */
    options: string;
    code: string;
    button: string;
    url: string;
    thanks: string;
    alt: string;
    link: string;
    colors: PaletteForm;
    position: Position;
    trigger: Trigger;
    /** In seconds. */
    delay: string;
  };
}

export type OverlayField = Exclude<keyof OverlayForm["content"], "colors" | keyof OverlayPlacement>;

/** The required and optional content of each type. */
export const overlayFields: Record<OverlayType, { needed: OverlayField[]; more: OverlayField[] }> = {
  message: { needed: ["text"], more: ["button", "url"] },
  contact: { needed: ["title"], more: ["text", "button", "thanks"] },
  poll: { needed: ["question", "options"], more: ["thanks"] },
  newsletter: { needed: ["title"], more: ["text", "button", "thanks"] },
  coupon: { needed: ["text", "code"], more: ["button", "url"] },
  image: { needed: ["url"], more: ["alt", "link"] },
};

const emptyContent: OverlayForm["content"] = {
  title: "",
  text: "",
  question: "",
  options: "",
  code: "",
  button: "",
  url: "",
  thanks: "",
  alt: "",
  link: "",
  colors: { background: "", text: "", button: "", buttontext: "" },
  position: "bottom-right",
  trigger: "load",
  delay: String(usualDelay),
};

/** The form for an overlay, or for a new one. */
export function overlayForm(
  name = "",
  content: { options?: string[]; colors?: Partial<PaletteForm> } & OverlayPlacement = {},
): OverlayForm {
  const options = content.options?.join("\n") ?? "";
  const colors = { ...emptyContent.colors, ...content.colors };
  const delay = String(content.delay ?? usualDelay);
  return { name, content: { ...emptyContent, ...content, options, colors, delay } };
}

/** The content as the API takes it. */
export const sentContent = ({ options, delay, ...content }: OverlayForm["content"]) => ({
  ...content,
  ...(content.trigger === "delay" && { delay }),
  options: options.split("\n").filter((option) => option.trim() !== ""),
});
