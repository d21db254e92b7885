import { endpoint } from "@/lib/http/endpoint";
import { addHandover } from "@/lib/resources/handovers/operations";
import { createHandover } from "@/lib/resources/handovers/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addHandover, async ({ actor, body }) => {
  const handover = await createHandover(actor, body);
  return { id: handover.id };
});
