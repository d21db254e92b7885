import type { z } from "zod";
import { baseUrl } from "@/lib/platform/env";
import { readRows } from "@/lib/platform/rows";
import { type LinkReader, named, newestPart } from "./read";
import type { linkItem } from "./schema";
import { originOf } from "./short-url";

type LinkItem = z.infer<typeof linkItem>;

/** What the API shows of a link in lists, in this order. */
type Row = [
  id: number,
  alias: string,
  destination: string,
  title: string,
  description: string,
  externalId: string | null,
  campaign: number | null,
  createdAt: string,
  clicks: number | null,
  uniqueClicks: number | null,
  tags: string[] | null,
  channel: number | null,
  domainOwner: number | null,
  scheme: string,
  host: string,
];

// One JSON text costs half of what the same fields cost that Postgres sends, and `pg` parses, one by one.
const row = `json_build_array(link.id, link.alias, link.destination, link.title, link.description, link.external_id,
  link.campaign_id, link.created_at AT TIME ZONE 'UTC', counts.clicks, counts.unique_clicks,
  (SELECT json_agg(tag.name ORDER BY tag.name_folded)
    FROM "_LinkToTag" JOIN tags AS tag ON tag.id = "B" WHERE "A" = link.id),
  (SELECT channel_id FROM channel_items WHERE link_id = link.id ORDER BY id DESC LIMIT 1),
  domain.user_id, domain.scheme, domain.host)`;

const joined = `JOIN domains AS domain ON domain.id = link.domain_id
  LEFT JOIN link_counts AS counts ON counts.link_id = link.id`;

const rowsOf = (links: string) => `(SELECT coalesce(json_agg(row), '[]') FROM (SELECT ${row} AS row ${links}) AS rows)`;

function present([id, alias, longurl, title, description, externalid, campaign, createdAt, ...more]: Row): LinkItem {
  const [clicks, uniqueclicks, tags, channel, userId, scheme, host] = more;
  const domain = originOf({ userId, scheme, host });
  return {
    ...{ id, alias, shorturl: `${domain}/${alias}`, longurl },
    ...{ clicks: clicks ?? 0, uniqueclicks: uniqueclicks ?? 0, title, description, externalid },
    ...{ domain, campaign, channel, tags: tags ?? [], date: createdAt.slice(0, 19).replace("T", " ") },
  };
}

async function itemsOf(text: string, values: unknown[]): Promise<LinkItem[]> {
  const [found] = await readRows<{ rows: Row[] }>(`SELECT ${text} AS rows`, values);
  return (found?.rows ?? []).map(present);
}

const newest = (archived: boolean) => `${newestPart(archived)}
  SELECT (SELECT total FROM part) AS total, ${rowsOf(`FROM link ${joined} ORDER BY link.id DESC`)} AS rows`;
// Made once, because each new string would have to be hashed to find the prepared statement.
const [newestArchived, newestOthers] = [newest(true), newest(false)];
const itemsByIds = rowsOf(`FROM unnest($2::int[]) WITH ORDINALITY AS asked (id, place)
  JOIN links AS link USING (id) ${joined} WHERE link.user_id = $1 ORDER BY place`);

/** Reads links in the documented form. */
export const linkItems: LinkReader<LinkItem> = {
  async newest(userId, archived, { take, skip }) {
    const text = archived ? newestArchived : newestOthers;
    const [found] = await readRows<{ total: number; rows: Row[] }>(text, [userId, take, skip]);
    return { rows: (found?.rows ?? []).map(present), total: found?.total ?? 0 };
  },
  byIds: (userId, ids) => itemsOf(itemsByIds, [userId, ids]),
  byName(userId, name) {
    const { text, values } = named(userId, name);
    return itemsOf(rowsOf(`FROM links AS link ${joined} ${text}`), values);
  },
  clicksOf: ({ clicks }) => clicks,
  isOnDefaultDomain: ({ domain }) => domain === baseUrl(),
};
