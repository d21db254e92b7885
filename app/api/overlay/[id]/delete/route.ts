import { endpoint } from "@/lib/http/endpoint";
import { removeOverlay } from "@/lib/resources/overlays/schema";
import { deleteOverlay } from "@/lib/resources/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeOverlay, async ({ actor, params }) => {
  await deleteOverlay(actor, params.id);
  return { message: "The overlay has been deleted." };
});
