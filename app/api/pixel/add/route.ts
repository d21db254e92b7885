import { endpoint } from "@/lib/api/endpoint";
import { addPixel } from "@/lib/pixels/operations";
import { createPixel } from "@/lib/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addPixel, async ({ actor, body }) => {
  const pixel = await createPixel(actor, body);
  return { id: pixel.id };
});
