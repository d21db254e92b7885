import { endpoint } from "@/lib/api/endpoint";
import { removeDomain } from "@/lib/domains/operations";
import { deleteDomain } from "@/lib/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeDomain, async ({ actor, params }) => {
  await deleteDomain(actor, params.id);
  return { message: "The domain has been deleted." };
});
