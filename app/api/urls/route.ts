import { pageOf, presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { presentLink } from "@/lib/resources/links/presenter";
import { findByShortUrl, listLinks } from "@/lib/resources/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listLinks, async ({ actor, query }) => {
  const page = pageOf(query.short ? {} : query);
  const found = query.short
    ? await findByShortUrl(actor, query.short)
    : await listLinks(actor, { ...page, order: query.order, q: query.q });
  return presentPage(page, found, "urls", presentLink);
});
