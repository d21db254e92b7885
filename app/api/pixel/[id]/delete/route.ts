import { endpoint } from "@/lib/http/endpoint";
import { removePixel } from "@/lib/resources/pixels/schema";
import { deletePixel } from "@/lib/resources/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removePixel, async ({ actor, params }) => {
  await deletePixel(actor, params.id);
  return { message: "The pixel has been deleted." };
});
