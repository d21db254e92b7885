import type { PaletteForm } from "@/components/ui/palette-fields";
import type { OverlayType } from "@/lib/resources/overlays/content";
import { type Placing, type Position, type Trigger, usualDelay } from "@/lib/resources/overlays/placing";

/** What the editor edits: of `content`, what the type has. Empty text stands for what is not set. */
export interface OverlayForm {
  name: string;
  content: {
    title: string;
    text: string;
    question: string;
    /** one on each line */
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
    /** seconds */
    delay: string;
  };
}

export type OverlayField = Exclude<keyof OverlayForm["content"], "colors" | keyof Placing>;

/** What overlays of each type say: what is needed, and what may be left empty. */
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

/** An overlay as the editor edits it; an empty one where nothing is given. */
export function overlayForm(
  name = "",
  content: { options?: string[]; colors?: Partial<PaletteForm> } & Placing = {},
): OverlayForm {
  const options = content.options?.join("\n") ?? "";
  const colors = { ...emptyContent.colors, ...content.colors };
  const delay = String(content.delay ?? usualDelay);
  return { name, content: { ...emptyContent, ...content, options, colors, delay } };
}

/** The content as it is sent. */
export const sentContent = ({ options, delay, ...content }: OverlayForm["content"]) => ({
  ...content,
  ...(content.trigger === "delay" && { delay }),
  options: options.split("\n").filter((option) => option.trim() !== ""),
});
