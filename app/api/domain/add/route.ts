import { endpoint } from "@/lib/http/endpoint";
import { createDomain } from "@/lib/resources/domains/create";
import { addDomain } from "@/lib/resources/domains/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addDomain, async ({ actor, body }) => {
  const domain = await createDomain(actor, body);
  return { id: domain.id };
});
