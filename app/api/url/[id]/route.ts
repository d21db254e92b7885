import { presentStatistics } from "@/lib/clicks/presenter";
import { statisticsOf } from "@/lib/clicks/stats";
import { endpoint } from "@/lib/http/endpoint";
import { showLink } from "@/lib/resources/links/operations";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { getLink } from "@/lib/resources/links/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showLink, async ({ actor, params }) => {
  const link = await getLink(actor, params.id);
  const found = await statisticsOf("link", link.id);
  const clicks = found.clicks + Number(link.importedClicks);
  return { details: presentLinkDetails(link), data: presentStatistics({ ...found, clicks }) };
});
