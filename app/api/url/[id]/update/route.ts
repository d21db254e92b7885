import { endpoint } from "@/lib/http/endpoint";
import { changeLink } from "@/lib/resources/links/operations";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { updateLink } from "@/lib/resources/links/writing/save";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeLink,
  async ({ actor, params, body, versions, setVersion }) => {
    const link = await updateLink(actor, params.id, body, versions);
    setVersion(link.updatedAt);
    return { id: link.id, short: shortUrlOf(link), shorturl: shortUrlOf(link) };
  },
);
