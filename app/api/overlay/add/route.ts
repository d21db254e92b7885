import { endpoint } from "@/lib/api/endpoint";
import { addOverlay } from "@/lib/overlays/operations";
import { createOverlay } from "@/lib/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addOverlay, async ({ actor, body }) => {
  const { id } = await createOverlay(actor, body);
  return { id };
});
