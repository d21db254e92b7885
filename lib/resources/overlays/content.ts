import { integer, optional } from "@/lib/contract/fields";
import { forColumn } from "@/lib/contract/json-columns";
import { destination } from "@/lib/contract/link-fields";
import { palette } from "@/lib/contract/palette";
import { picture } from "@/lib/contract/sent-file";
import { refusing, z } from "@/lib/contract/zod";
import type { Addresses } from "@/lib/platform/network/blocklist";
import { positions, triggers, usualDelay } from "./placement";

const line = () => z.string().trim().min(1).max(100);
const text = () => z.string().trim().min(1).max(500);
const button = () => optional(line().meta({ example: "Show me" }));
const url = () =>
  optional(destination()).describe("The address that the button opens. Without it, the button closes the overlay.");
const thanks = () => optional(text()).describe("The message after an answer.");
const colors = optional(palette);

/**
 * Where and when overlays of every type are shown. Scrolling is not a trigger: the destination is in a frame, and
 * browsers do not reveal how far a page of another origin is scrolled.
 */
const placing = {
  position: optional(z.enum(positions)).describe(
    "Where the overlay appears: a window in a corner or in the middle, or a bar across the page. Default: `bottom-right`.",
  ),
  trigger: optional(z.enum(triggers)).describe(
    "When the overlay appears: `load`: immediately (the default); `delay`: after `delay` seconds; `exit`: when the pointer leaves the page at the top, or, on devices without a pointer, when the visitor returns to the page.",
  ),
  delay: optional(integer(1, 300)).describe(
    `With \`trigger\` \`delay\`: after how many seconds it appears. Default: ${usualDelay}.`,
  ),
};

const content = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  forColumn("overlays.content", z.object({ ...shape, ...placing }));

/** What visitors see, for each type of overlay. */
export const overlayContents = {
  message: content({
    text: text().meta({ example: "Everything is half price until Sunday." }),
    button: button(),
    url: url(),
    colors,
  }),
  contact: content({
    title: line().meta({ example: "Ask us" }),
    text: optional(text()),
    button: button(),
    thanks: thanks(),
    colors,
  }),
  poll: content({
    question: text().meta({ example: "Tea or coffee?" }),
    options: z
      .array(line())
      .min(2)
      .max(10)
      .refine((options) => new Set(options).size === options.length, refusing("answers_repeat"))
      .meta({ example: ["Tea", "Coffee"] }),
    thanks: thanks(),
    colors,
  }),
  newsletter: content({
    title: line().meta({ example: "News, once a month" }),
    text: optional(text()),
    button: button(),
    thanks: thanks(),
    colors,
  }),
  coupon: content({
    text: text().meta({ example: "A tenth off your first order." }),
    code: line().meta({ example: "SPRING10" }),
    button: button(),
    url: url(),
    colors,
  }),
  image: content({
    url: picture(destination())
      .describe("The address of the image.")
      .meta({ example: "https://example.com/poster.png" }),
    alt: optional(line()).describe("What the image shows, for visitors who cannot see it."),
    link: optional(destination()).describe("The address that the image opens."),
  }),
};

export type OverlayType = keyof typeof overlayContents;

/** The destination of an overlay, by the path of its field. The `url` of an image overlay is the image itself. */
export function findOverlayLinks(type: OverlayType, { url, link }: Record<string, unknown>): Addresses {
  const [path, address] = type === "image" ? (["content.link", link] as const) : (["content.url", url] as const);
  return typeof address === "string" ? [[path, address]] : [];
}

/** The parts of an overlay that its page needs. */
export type OverlaySnapshot = {
  [Type in OverlayType]: { id: number; type: Type; content: z.infer<(typeof overlayContents)[Type]> };
}[OverlayType];
