import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { findFailure } from "@/lib/resources/links/destinations/checks";
import * as operations from "@/lib/resources/links/operations";
import { presentDeletedLink, presentLookUp } from "@/lib/resources/links/presenter";
import { getLinkByShortUrl, listLinkItems } from "@/lib/resources/links/service";
import { linkStatistics } from "@/lib/resources/links/statistics/link-statistics";
import { listDeletedLinks } from "@/lib/resources/links/trash/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.listLinks,
  async ({ actor, query, page }) => {
    const { short, deleted, order, direction, q, tag, excludetag, archived, alias, externalid } = query;
    if (short !== undefined) {
      const link = await getLinkByShortUrl(actor, short);
      return presentLookUp(link, await findFailure(actor, link.id), await linkStatistics(actor, link));
    }
    const filter = { order, direction, q, tag, excludetag, archived, alias, externalid };
    if (deleted) return presentPage(page, await listDeletedLinks(actor, page, filter), "urls", presentDeletedLink);
    return presentPage(page, await listLinkItems(actor, { ...page, ...filter }), "urls", ({ item }) => item);
  },
);
