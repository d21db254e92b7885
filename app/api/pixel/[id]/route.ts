import { endpoint } from "@/lib/http/endpoint";
import { showPixel } from "@/lib/resources/pixels/schema";
import { getPixel, presentPixel } from "@/lib/resources/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showPixel, async ({ actor, params, setVersion }) => {
  const pixel = await getPixel(actor, params.id);
  setVersion(pixel.updatedAt);
  return { data: presentPixel(pixel) };
});
