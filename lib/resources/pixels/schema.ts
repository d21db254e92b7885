import { id, name, optional, timestamp } from "@/lib/contract/fields";
import { resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import { refusing, z } from "@/lib/contract/zod";
import { vendors } from "./vendors";

/** The field for the pixels of a link or page. */
export const pixelIds = () => z.array(id()).max(50).describe("The IDs of your pixels that load for visitors.");

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

const pixelList = pageResult("pixels", pixelItem);

const { list, show, add, change, remove } = resourceOperations({
  tag: "Pixels",
  one: "a pixel",
  path: "/api/pixel",
  permission: "pixels",
});

export const listPixels = list({ path: "/api/pixels", summary: "List your pixels", result: pixelList });

export const showPixel = show({ result: z.object({ data: pixelItem }) });

export const addPixel = add({ body: createPixelBody, result: z.object({ id: pixelItem.shape.id }) });

export const changePixel = change({ description: "You cannot change the vendor.", body: updatePixelBody });

export const removePixel = remove({ description: "Links that used it keep working without it." });
