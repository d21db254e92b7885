import { endpoint } from "@/lib/http/endpoint";
import { failingLinks } from "@/lib/resources/overview/attention";
import { presentOverview } from "@/lib/resources/overview/presenter";
import { showOverview } from "@/lib/resources/overview/schema";
import { readOverview } from "@/lib/resources/overview/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showOverview, async ({ actor, query }) => {
  const [overview, failing] = await Promise.all([readOverview(actor, query), failingLinks(actor)]);
  return { data: presentOverview(overview, failing) };
});
