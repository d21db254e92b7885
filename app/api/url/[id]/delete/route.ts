import { endpoint } from "@/lib/http/endpoint";
import { removeLink } from "@/lib/resources/links/operations";
import { deleteLink } from "@/lib/resources/links/trash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeLink, async ({ actor, params }) => {
  await deleteLink(actor, params.id);
  return { message: "The link has been deleted." };
});
