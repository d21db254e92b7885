import { endpoint } from "@/lib/http/endpoint";
import { addOverlay } from "@/lib/resources/overlays/schema";
import { createOverlay } from "@/lib/resources/overlays/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addOverlay, async ({ actor, body }) => {
  const { id } = await createOverlay(actor, body);
  return { id };
});
