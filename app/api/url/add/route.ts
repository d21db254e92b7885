import { endpoint } from "@/lib/http/endpoint";
import { addLink } from "@/lib/resources/links/operations";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { createLink } from "@/lib/resources/links/writing/save";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addLink, async ({ actor, body }) => {
  const link = await createLink(actor, body);
  return { id: link.id, short: shortUrlOf(link), shorturl: shortUrlOf(link) };
});
