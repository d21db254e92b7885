import { endpoint } from "@/lib/http/endpoint";
import { showLink } from "@/lib/resources/links/operations";
import { presentShownLink } from "@/lib/resources/links/presenter";
import { linkWithStatistics } from "@/lib/resources/links/statistics/link-statistics";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showLink, async ({ actor, params, setVersion }) => {
  const { link, failing, statistics } = await linkWithStatistics(actor, params.id);
  setVersion(link.updatedAt);
  return { details: presentShownLink(link, failing), data: statistics };
});
