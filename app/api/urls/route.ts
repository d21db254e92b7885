import { pageOf, presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { failureOf } from "@/lib/resources/links/destination-checks";
import * as operations from "@/lib/resources/links/operations";
import { presentDeletedLink, presentLink, presentLookUp } from "@/lib/resources/links/presenter";
import { getLinkByShortUrl, listLinks } from "@/lib/resources/links/service";
import { listDeletedLinks } from "@/lib/resources/links/trash";
import { linkStatistics } from "@/lib/visits/link-statistics";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listLinks, async ({ actor, query }) => {
  const { page, limit, short, deleted, ...filter } = query;
  if (short !== undefined) {
    const link = await getLinkByShortUrl(actor, short);
    return presentLookUp(link, await failureOf(actor, link.id), await linkStatistics(actor, link));
  }
  const range = pageOf({ page, limit });
  if (deleted) return presentPage(range, await listDeletedLinks(actor, range, filter), "urls", presentDeletedLink);
  return presentPage(range, await listLinks(actor, { ...range, ...filter }), "urls", presentLink);
});
