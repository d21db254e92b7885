import { endpoint } from "@/lib/http/endpoint";
import { failureOf } from "@/lib/resources/links/destination-checks";
import { showLink } from "@/lib/resources/links/operations";
import { presentShownLink } from "@/lib/resources/links/presenter";
import { linkWithStatistics } from "@/lib/visits/link-statistics";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showLink, async ({ actor, params, setVersion }) => {
  const [{ link, statistics }, failing] = await Promise.all([
    linkWithStatistics(actor, params.id),
    failureOf(actor, params.id),
  ]);
  setVersion(link.updatedAt);
  return { details: presentShownLink(link, failing), data: statistics };
});
