import type { Actor } from "@/lib/auth/actor";
import { figuresOfLinks, NO_CONVERSIONS, presentRevenue } from "@/lib/clicks/statistics/conversion-figures";
import { statement } from "@/lib/platform/database/statement";
import type { Related } from "@/lib/resources/imports/format/related";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import { allLinks } from "@/lib/resources/links/service";

const thing = (kind: Related["kind"], table: string, id: string) => `
  SELECT link.id, '${kind}' AS kind, 0 AS place, json_build_object('id', own.id, 'name', own.name) AS thing
  FROM link JOIN ${table} AS own ON own.id = link.${id}`;

// One statement for many links, because a statement for each kind of related things costs several times as much.
const relatedText = `
  WITH link AS MATERIALIZED (SELECT id, campaign_id, overlay_id, splash_page_id FROM links WHERE id = ANY($1::int[]))
  ${thing("campaign", "campaigns", "campaign_id")}
  UNION ALL SELECT link_id, 'channel', item.id, json_build_object('id', own.id, 'name', own.name, 'color', own.color)
  FROM channel_items AS item JOIN channels AS own ON own.id = item.channel_id WHERE link_id = ANY($1)
  UNION ALL SELECT "A", 'pixel', own.id,
    json_build_object('id', own.id, 'type', own.type, 'name', own.name, 'tag', own.tag)
  FROM "_LinkToPixel" JOIN pixels AS own ON own.id = "B" WHERE "A" = ANY($1)
  UNION ALL SELECT "A", 'tag', own.id, json_build_object('name', own.name, 'color', own.color)
  FROM "_LinkToTag" JOIN tags AS own ON own.id = "B" WHERE "A" = ANY($1)
  UNION ALL ${thing("overlay", "overlays", "overlay_id")}
  UNION ALL ${thing("splash", "splash_pages", "splash_page_id")}`;

const kinds: Related["kind"][] = ["campaign", "channel", "pixel", "tag", "overlay", "splash"];

interface RelatedRow {
  id: number;
  kind: Related["kind"];
  place: number;
  thing: { name: string };
}

/**
 * The actor's links, or those in `chosen`, as the API shows them, with their conversions and the names of related things:
 * ids mean nothing to another account.
 */
export async function* linksOf(actor: Actor, chosen?: number[]): AsyncGenerator<object> {
  for await (const links of allLinks(actor, chosen)) {
    const ids = links.map(({ id }) => id);
    const [related, figures] = await Promise.all([relatedOf(ids), figuresOfLinks(ids)]);
    for (const link of links) {
      const { count, revenue } = figures.get(link.id) ?? NO_CONVERSIONS;
      const converted = { conversions: count, revenue: presentRevenue(revenue) };
      yield { ...presentLinkDetails(link), ...converted, related: related.get(link.id) ?? [] };
    }
  }
}

/** Returns what these links are related to, by the id of the link. */
async function relatedOf(ids: number[]): Promise<Map<number, object[]>> {
  const rows = await statement<RelatedRow>(relatedText, [ids], { quick: true });
  rows.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.place - other.place);
  const related = new Map<number, object[]>();
  for (const { id, kind, thing } of rows) {
    const things = related.get(id);
    if (things) things.push({ kind, ...thing });
    else related.set(id, [{ kind, ...thing }]);
  }
  return related;
}
