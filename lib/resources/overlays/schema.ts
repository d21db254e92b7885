import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
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

export const overlayList = pageResult("cta", overlayItem);

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

export const answerList = pageResult("answers", overlayAnswer);
