import type { MemberRow } from "@/components/campaigns/members-table";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { stateOf } from "@/lib/contract/link-state";
import { listMembers } from "@/lib/resources/campaigns/members";
import { countsOf } from "@/lib/resources/links/counts";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { siteIcons } from "@/lib/resources/site-icons/service";

/** A page of a campaign's links, as its table shows them. */
export async function membersOf(actor: Actor, id: number, requested: number) {
  let weights = 0;
  const { rows, ...found } = await readPage(requested, async (page) => {
    const listed = await listMembers(actor, id, page);
    weights = listed.weights;
    return listed;
  });
  const iconOf = await siteIcons(actor, rows);
  return {
    ...found,
    weights,
    rows: rows.map(
      (link): MemberRow => ({
        id: link.id,
        title: link.title,
        shortUrl: shortUrlOf(link),
        destination: link.destination,
        icon: iconOf(link),
        state: stateOf(link),
        clicks: countsOf(link).clicks,
        imported: Number(link.importedClicks),
        weight: link.campaignWeight,
      }),
    ),
  };
}
