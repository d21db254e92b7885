import { endpoint } from "@/lib/http/endpoint";
import { unarchiveLinks } from "@/lib/resources/links/bulk/archive";
import { unarchiveLink } from "@/lib/resources/links/operations";
import { getLink } from "@/lib/resources/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(unarchiveLink, async ({ actor, params }) => {
  const { id } = await getLink(actor, params.id);
  await unarchiveLinks(actor, [id]);
  return { message: "The link has been unarchived." };
});
