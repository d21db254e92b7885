import { endpoint } from "@/lib/http/endpoint";
import { changePixel } from "@/lib/resources/pixels/operations";
import { updatePixel } from "@/lib/resources/pixels/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changePixel, async ({ actor, params, body }) => {
  await updatePixel(actor, params.id, body);
  return { message: "The pixel has been updated." };
});
