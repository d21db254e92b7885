import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
import { refusing, z } from "@/lib/contract/zod";
import { vendors } from "./vendors";

const pixelType = z
  .enum(vendors.flatMap(({ type, customary }) => [type, customary]))
  .meta({ description: "The vendor: a documented value or its usual name. Responses return it as you sent it." });

const tag = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_./:-]+$/, refusing("tag_characters"))
  .meta({
    description: "The ID that the vendor gave you. For AdRoll, both IDs, the advertiser's first: `ADV/PIX`.",
    example: "GTM-ABC1234",
  });

export const createPixelBody = z.object({ type: pixelType, name: name(), tag });
export const updatePixelBody = z.object({ name: optional(name()), tag });

export type CreatePixel = z.infer<typeof createPixelBody>;
export type UpdatePixel = z.infer<typeof updatePixelBody>;

export const pixelItem = z
  .object({ id: id(), type: pixelType, name: name(), tag, date: timestamp() })
  .meta({ id: "Pixel" });

export const pixelList = pageResult("pixels", pixelItem);
