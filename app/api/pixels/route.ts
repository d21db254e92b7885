import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/pixels/schema";
import { listPixels, presentPixel } from "@/lib/resources/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listPixels, async ({ actor, page }) => {
  return presentPage(page, await listPixels(actor, page), "pixels", presentPixel);
});
