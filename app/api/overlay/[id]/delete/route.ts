import { endpoint } from "@/lib/api/endpoint";
import { removeOverlay } from "@/lib/overlays/operations";
import { deleteOverlay } from "@/lib/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeOverlay, async ({ actor, params }) => {
  await deleteOverlay(actor, params.id);
  return { message: "The overlay has been deleted." };
});
