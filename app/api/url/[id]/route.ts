import { endpoint } from "@/lib/api/endpoint";
import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import { showLink } from "@/lib/links/operations";
import { presentLinkDetails } from "@/lib/links/presenter";
import { getLink } from "@/lib/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showLink, async ({ actor, params }) => {
  const link = await getLink(actor, params.id);
  const found = await statisticsOf("link", link.id);
  const clicks = found.clicks + Number(link.importedClicks);
  return { details: presentLinkDetails(link), data: presentStatistics({ ...found, clicks }) };
});
