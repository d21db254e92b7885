import { endpoint } from "@/lib/api/endpoint";
import { pageOf, presentPage } from "@/lib/api/pagination";
import * as operations from "@/lib/links/operations";
import { presentLink } from "@/lib/links/presenter";
import { findByShortUrl, listLinks } from "@/lib/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listLinks, async ({ actor, query }) => {
  const page = pageOf(query.short ? {} : query);
  const found = query.short
    ? await findByShortUrl(actor, query.short)
    : await listLinks(actor, { ...page, order: query.order, q: query.q });
  return presentPage(page, found, "urls", presentLink);
});
