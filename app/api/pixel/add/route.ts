import { endpoint } from "@/lib/http/endpoint";
import { addPixel } from "@/lib/resources/pixels/schema";
import { createPixel } from "@/lib/resources/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addPixel, async ({ actor, body }) => {
  const pixel = await createPixel(actor, body);
  return { id: pixel.id };
});
