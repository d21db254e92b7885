import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/pixels/operations";
import { presentPixel } from "@/lib/pixels/presenter";
import { listPixels } from "@/lib/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listPixels, async ({ actor, query }) => {
  const page = pageOf(query);
  return presentPage(page, await listPixels(actor, page), "pixels", presentPixel);
});
