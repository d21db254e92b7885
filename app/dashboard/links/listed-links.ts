import type { LinkRow } from "@/components/links/links-table";
import { filterOf, type LinksView } from "@/components/links/links-view";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { clicksByDay } from "@/lib/clicks/statistics/stats";
import { daysOf, lastDays } from "@/lib/clicks/store/period";
import { stateOf } from "@/lib/contract/link-state";
import { campaignNames } from "@/lib/resources/campaigns/service";
import { countsOf } from "@/lib/resources/links/counts";
import { failingAmong } from "@/lib/resources/links/destinations/checks";
import type { ListedLink } from "@/lib/resources/links/read";
import { listLinks } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { siteIcons } from "@/lib/resources/site-icons/service";
import { createdLink } from "../_lib/created-link";

/** The links of a list view. */
export async function listedLinks(actor: Actor, { page, created, ...view }: LinksView, perPage: number) {
  const filter = { ...filterOf(view), order: view.order, direction: view.direction };
  const found = await readPage(page, (requested) => listLinks(actor, { ...filter, ...requested }), perPage);
  const days = lastDays(30);
  const ids = found.rows.map(({ id }) => id);
  const [counts, iconOf, campaigns, failing] = await Promise.all([
    clicksByDay("link", ids, days),
    siteIcons(actor, found.rows),
    campaignNames(actor, found.rows),
    failingAmong(actor, ids),
  ]);
  const rowOf = (link: ListedLink): LinkRow => ({
    id: link.id,
    alias: link.alias,
    title: link.title,
    shortUrl: shortUrlOf(link),
    destination: link.destination,
    shares: link.shares,
    icon: iconOf(link),
    clicks: countsOf(link).clicks,
    imported: Number(link.importedClicks),
    daily: daysOf(days).map((day) => counts.get(link.id)?.get(day) ?? 0),
    createdAt: link.createdAt,
    status: link.status,
    state: stateOf(link),
    failing: failing.has(link.id),
    archived: link.archived,
    tags: link.tags,
    campaign: campaigns.get(link.campaignId) ?? null,
    locked: link.passwordHash !== null,
  });
  return { ...found, rows: found.rows.map(rowOf), created: await createdLink(actor, created) };
}
