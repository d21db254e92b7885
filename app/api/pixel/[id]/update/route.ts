import { endpoint } from "@/lib/api/endpoint";
import { changePixel } from "@/lib/pixels/operations";
import { updatePixel } from "@/lib/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changePixel, async ({ actor, params, body }) => {
  await updatePixel(actor, params.id, body);
  return { message: "The pixel has been updated." };
});
