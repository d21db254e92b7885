import { endpoint } from "@/lib/http/endpoint";
import { removeDomain } from "@/lib/resources/domains/schema";
import { deleteDomain } from "@/lib/resources/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeDomain, async ({ actor, params }) => {
  await deleteDomain(actor, params.id);
  return { message: "The domain has been deleted." };
});
