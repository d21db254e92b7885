import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { duplicateLink } from "@/lib/resources/links/writing/duplicate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.duplicateLink,
  async ({ actor, params, body }) => {
    const link = await duplicateLink(actor, params.id, body.custom);
    return { id: link.id, short: shortUrlOf(link), shorturl: shortUrlOf(link) };
  },
);
