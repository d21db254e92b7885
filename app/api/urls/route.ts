import { presentStatistics } from "@/lib/clicks/presenter";
import { refusedField } from "@/lib/contract/errors";
import { pageOf, presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/links/operations";
import { presentDeletedLink, presentLink, presentLinkDetails } from "@/lib/resources/links/presenter";
import { getLinkByShortUrl, listLinks } from "@/lib/resources/links/service";
import { statisticsOfLink } from "@/lib/resources/links/statistics";
import { listDeletedLinks } from "@/lib/resources/links/trash";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listLinks, async ({ actor, query }) => {
  if (query.short === undefined) {
    const { page, limit, short, deleted, ...filter } = query;
    const range = pageOf({ page, limit });
    if (deleted) {
      const { q, tag, order, archived } = filter;
      const clashing = q ? "q" : tag ? "tag" : order === "click" ? "order" : archived ? "archived" : undefined;
      if (clashing) throw refusedField(clashing, "not_together", { other: "deleted" });
      return presentPage(range, await listDeletedLinks(actor, range), "urls", presentDeletedLink);
    }
    return presentPage(range, await listLinks(actor, { ...range, ...filter }), "urls", presentLink);
  }
  const link = await getLinkByShortUrl(actor, query.short);
  const { data } = presentPage(pageOf({}), { rows: [link], total: 1 }, "urls", presentLink);
  const statistics = presentStatistics(await statisticsOfLink(link));
  return { id: link.id, details: presentLinkDetails(link), data: { ...data, ...statistics } };
});
