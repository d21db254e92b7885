import { resourceOperations } from "@/lib/contract/resource-operations";
import { z } from "@/lib/contract/zod";
import { createPixelBody, pixelItem, pixelList, updatePixelBody } from "./schema";

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
