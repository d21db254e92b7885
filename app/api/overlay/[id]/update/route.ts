import { endpoint } from "@/lib/api/endpoint";
import { changeOverlay } from "@/lib/overlays/operations";
import { updateOverlay } from "@/lib/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeOverlay, async ({ actor, params, body }) => {
  await updateOverlay(actor, params.id, body);
  return { message: "The overlay has been updated." };
});
