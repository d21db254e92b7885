import { endpoint } from "@/lib/api/endpoint";
import { removeLink } from "@/lib/links/operations";
import { deleteLink } from "@/lib/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeLink, async ({ actor, params }) => {
  await deleteLink(actor, params.id);
  return { message: "The link has been deleted." };
});
