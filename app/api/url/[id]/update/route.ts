import { endpoint } from "@/lib/api/endpoint";
import { changeLink } from "@/lib/links/operations";
import { updateLink } from "@/lib/links/service";
import { shortUrlOf } from "@/lib/links/short-url";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeLink, async ({ actor, params, body }) => {
  const link = await updateLink(actor, params.id, body);
  return { id: link.id, short: shortUrlOf(link), shorturl: shortUrlOf(link) };
});
