import { endpoint } from "@/lib/api/endpoint";
import { addLink } from "@/lib/links/operations";
import { createLink } from "@/lib/links/service";
import { shortUrlOf } from "@/lib/links/short-url";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addLink, async ({ actor, body }) => {
  const link = await createLink(actor, body);
  return { id: link.id, shorturl: shortUrlOf(link) };
});
