import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createPixelBody, pixelItem, pixelList, updatePixelBody } from "./schema";

const tag = "Pixels";
const params = z.object({ id: id() });

export const listPixels = operation({
  method: "GET",
  path: "/api/pixels",
  permission: "pixels:read",
  tag,
  summary: "List your pixels",
  query: pageQuery,
  result: pixelList,
});

export const showPixel = operation({
  versioned: true,
  method: "GET",
  path: "/api/pixel/{id}",
  permission: "pixels:read",
  tag,
  summary: "Show a pixel",
  params,
  result: z.object({ data: pixelItem }),
});

export const addPixel = operation({
  method: "POST",
  path: "/api/pixel/add",
  permission: "pixels:write",
  tag,
  summary: "Add a pixel",
  body: createPixelBody,
  result: z.object({ id: pixelItem.shape.id }),
});

export const changePixel = operation({
  versioned: true,
  method: "PUT",
  path: "/api/pixel/{id}/update",
  permission: "pixels:write",
  tag,
  summary: "Change a pixel",
  description: "You cannot change the vendor.",
  params,
  body: updatePixelBody,
  result: messageResult,
});

export const removePixel = operation({
  method: "DELETE",
  path: "/api/pixel/{id}/delete",
  permission: "pixels:write",
  tag,
  summary: "Delete a pixel",
  description: "Links that used it keep working without it.",
  params,
  result: messageResult,
});
