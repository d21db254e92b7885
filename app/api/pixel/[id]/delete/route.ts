import { endpoint } from "@/lib/api/endpoint";
import { removePixel } from "@/lib/pixels/operations";
import { deletePixel } from "@/lib/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removePixel, async ({ actor, params }) => {
  await deletePixel(actor, params.id);
  return { message: "The pixel has been deleted." };
});
