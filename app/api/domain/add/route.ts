import { endpoint } from "@/lib/api/endpoint";
import { addDomain } from "@/lib/domains/operations";
import { createDomain } from "@/lib/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addDomain, async ({ actor, body }) => {
  const domain = await createDomain(actor, body);
  return { id: domain.id };
});
