import { clearable, optional } from "@/lib/contract/fields";
import { picture } from "@/lib/contract/sent-file";
import { refusing, z } from "@/lib/contract/zod";
import { dotShapes, eyeShapes, frameStyles, gradientTypes, longestFrameText } from "./look";

const qrColor = z
  .string()
  .overwrite((text) => text.replace(/\s/g, ""))
  .regex(/^rgb\((0|[1-9]\d{0,2}),(0|[1-9]\d{0,2}),(0|[1-9]\d{0,2})\)$/, refusing("not_an_rgb_color"))
  .refine((text) => (text.match(/\d+/g) ?? []).every((part) => Number(part) <= 255), refusing("rgb_part_too_high"))
  .meta({ example: "rgb(30,60,90)" });

const gradient = z
  .object({ type: z.enum(gradientTypes), color: qrColor })
  .describe(
    "The color at the end of the gradient, which starts at the foreground color: from the upper left (`linear`) or from the middle (`radial`).",
  );

const frame = z
  .object({
    style: z.enum(frameStyles),
    text: z
      .string()
      .overwrite((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
      .min(1)
      .max(longestFrameText)
      .describe("Latin, Greek and Cyrillic letters, digits and common symbols.")
      .meta({ example: "Scan me" }),
  })
  .describe("Text around the code: in a border, on a label below it or in a speech bubble that points at it.");

const logo = picture(z.string().trim().max(2048)).describe(
  "A PNG or JPEG image of at most 1 MiB: its address, or the path of a file that you uploaded here.",
);

const dots = z.enum(dotShapes).describe("The shape of the small squares.");
const eyes = z.enum(eyeShapes).describe("The shape of the three large squares.");

export const newDesign = {
  background: optional(qrColor).describe("Default: white."),
  foreground: optional(qrColor).describe("Default: black."),
  logo: optional(logo),
  dots: optional(dots),
  eyes: optional(eyes),
  gradient: optional(gradient),
  frame: optional(frame),
};

/** The changed parts of a code's design; `null` removes a logo, a gradient or a frame. */
export const changedDesign = {
  background: optional(qrColor),
  foreground: optional(qrColor),
  logo: clearable(logo),
  dots: optional(dots),
  eyes: optional(eyes),
  gradient: clearable(gradient),
  frame: clearable(frame),
};

/** A code's design as it is stored and as the API returns it. */
export const design = z.object({
  foreground: qrColor,
  background: qrColor,
  logo: z.string().nullable().describe("The URL of the image in the middle."),
  dots,
  eyes,
  gradient: gradient.nullable(),
  frame: frame.nullable(),
});

export type Design = z.infer<typeof design>;
export type NewDesign = z.infer<z.ZodObject<typeof newDesign>>;
export type ChangedDesign = z.infer<z.ZodObject<typeof changedDesign>>;
