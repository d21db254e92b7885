import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { operation, resourceOperations } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { findRefusalCodes } from "@/lib/contract/schema-codes";
import { pictureAt } from "@/lib/contract/sent-file";
import { z } from "@/lib/contract/zod";
import { type OverlayType, overlayContents } from "./content";

export const overlayType = z.enum(Object.keys(overlayContents) as [OverlayType, ...OverlayType[]]);

/** Adds each type's own `content` to the fields. */
function withContent<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const of = <Type extends OverlayType>(type: Type) =>
    z.object({ ...shape, type: z.literal(type), content: overlayContents[type] });
  return z.discriminatedUnion("type", [
    of("message"),
    of("contact"),
    of("poll"),
    of("newsletter"),
    of("coupon"),
    of("image"),
  ]);
}

export const createOverlayBody = withContent({ name: name().meta({ example: "Spring sale" }) });

export const updateOverlayBody = z
  .object({
    name: optional(name()),
    content: pictureAt("url", optional(z.record(z.string(), z.unknown())))
      .optional()
      .describe("The same fields as when you add an overlay of this type. Replaces the whole content."),
  })
  .meta({ example: { name: "Summer sale", content: { text: "Two for one until Sunday." } } });

export type CreateOverlay = z.infer<typeof createOverlayBody>;
export type UpdateOverlay = z.infer<typeof updateOverlayBody>;

const named = { id: id(), name: name().meta({ example: "Spring sale" }), date: timestamp() };

export const overlayItem = z.object({ ...named, type: overlayType }).meta({ id: "Overlay" });

const counted = {
  impressions: z
    .int()
    .describe("How often people saw it. Browsers without JavaScript do not report this.")
    .meta({ example: 120 }),
  responses: z
    .int()
    .describe("How often people responded: with a click on its button, a copied code or an answer.")
    .meta({ example: 9 }),
};
export const overlayDetails = withContent({ ...named, ...counted }).meta({ id: "OverlayDetails" });

const overlayList = pageResult("cta", overlayItem);

/** A visitor's answer. Its members depend on the overlay's type. */
export const overlayAnswer = z
  .object({
    id: id(),
    link: z
      .int()
      .nullable()
      .describe("The ID of the link whose destination the overlay was shown over.")
      .meta({ example: 7 }),
    name: z.string().optional().meta({ example: "Ada Lovelace" }),
    email: z.string().optional().meta({ format: "email", example: "ada@example.com" }),
    message: z.string().optional().meta({ example: "Do you ship to London?" }),
    option: z.string().optional().describe("The answer that was chosen in a poll."),
    date: timestamp(),
  })
  .meta({ id: "OverlayAnswer" });

const answerList = pageResult("answers", overlayAnswer);

const { read, params, list, show, add, change, remove } = resourceOperations({
  tag: "CTA overlays",
  one: "an overlay",
  path: "/api/overlay",
  permission: "overlays",
  idIs: "The ID of the overlay.",
});

// The overlay's type decides which of them apply.
const contentCodes = Object.values(overlayContents).flatMap((content) => findRefusalCodes(content));
const refuses: RefusalCode[] = ["url_blocked", "url_is_short_link", "upload_not_yours", ...contentCodes];

const warns: RefusalCode[] = ["contrast_low"];

export const listOverlays = list({ path: "/api/overlay", summary: "List your overlays", result: overlayList });

export const showOverlay = show({ result: z.object({ data: overlayDetails }) });

export const listOverlayAnswers = operation({
  ...read,
  method: "GET",
  path: "/api/overlay/{id}/answers",
  summary: "List an overlay's answers",
  description: "Messages from a contact form, votes in a poll and e-mail addresses for a newsletter. Newest first.",
  params,
  query: pageQuery,
  result: answerList,
});

export const addOverlay = add({
  description:
    "`type` decides which fields `content` has. To show the overlay, set the `type` of a link to `overlay-<id>`.",
  body: createOverlayBody,
  refuses,
  warns,
  result: z.object({ id: overlayItem.shape.id }),
});

export const changeOverlay = change({
  description: "Fields that you do not send stay as they are. The type cannot be changed.",
  body: updateOverlayBody,
  refuses,
  warns,
});

export const removeOverlay = remove({
  description: "Its answers are deleted, too. Links that used it redirect straight to their destinations.",
});
