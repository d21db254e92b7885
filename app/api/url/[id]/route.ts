import { endpoint } from "@/lib/http/endpoint";
import { showLink } from "@/lib/resources/links/operations";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { linkWithStatistics } from "@/lib/visits/link-statistics";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showLink, async ({ actor, params }) => {
  const { link, statistics } = await linkWithStatistics(actor, params.id);
  return { details: presentLinkDetails(link), data: statistics };
});
