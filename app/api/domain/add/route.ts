import { endpoint } from "@/lib/api/endpoint";
import { createDomain } from "@/lib/domains/create";
import { addDomain } from "@/lib/domains/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addDomain, async ({ actor, body }) => {
  const domain = await createDomain(actor, body);
  return { id: domain.id };
});
