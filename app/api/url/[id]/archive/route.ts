import { endpoint } from "@/lib/http/endpoint";
import { archiveLinks } from "@/lib/resources/links/bulk/archive";
import { archiveLink } from "@/lib/resources/links/operations";
import { getLink } from "@/lib/resources/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(archiveLink, async ({ actor, params }) => {
  const { id } = await getLink(actor, params.id);
  await archiveLinks(actor, [id]);
  return { message: "The link has been archived." };
});
