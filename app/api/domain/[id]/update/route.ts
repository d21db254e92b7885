import { endpoint } from "@/lib/api/endpoint";
import { changeDomain } from "@/lib/domains/operations";
import { updateDomain } from "@/lib/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeDomain, async ({ actor, params, body }) => {
  await updateDomain(actor, params.id, body);
  return { message: "The domain has been updated." };
});
