import type { z } from "zod";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl } from "@/lib/platform/env";
import { type LinkReader, named, newestPart } from "./read";
import type { linkItem } from "./schema";
import { linkOrigin } from "./short-url";

/** A link in the documented form, with what that form leaves out. */
interface FoundItem {
  id: number;
  item: z.infer<typeof linkItem>;
  createdAt: Date;
}

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
  domain: number,
];

/** A page of links, and what belongs to them. null if there is none. */
interface Found {
  links: Row[] | null;
  counts: [link: number, clicks: number, uniqueClicks: number][] | null;
  tags: [link: number, name: string][] | null;
  channels: [link: number, channel: number][] | null;
  domains: [id: number, userId: number | null, scheme: string, host: string][] | null;
}

const columns = `link.id, link.alias, link.destination, link.title, link.description, link.external_id,
  link.campaign_id, link.created_at, link.domain_id`;
const ids = "ARRAY(SELECT id FROM link)";
// Selects one JSON text, because sending and parsing the fields one by one costs twice as much. Related rows are looked
// up once for all links: a look-up for each link would cost half as much again. `link` is materialized to keep its
// order.
const found = `
  (SELECT json_agg(json_build_array(id, alias, destination, title, description, external_id, campaign_id,
    created_at AT TIME ZONE 'UTC', domain_id)) FROM link) AS links,
  (SELECT json_agg(json_build_array(link_id, clicks, unique_clicks)) FROM link_counts WHERE link_id = ANY(${ids})) AS counts,
  (SELECT json_agg(json_build_array("A", tag.name) ORDER BY tag.name_folded)
    FROM "_LinkToTag" JOIN tags AS tag ON tag.id = "B" WHERE "A" = ANY(${ids})) AS tags,
  (SELECT json_agg(json_build_array(link_id, channel_id) ORDER BY id) FROM channel_items
    WHERE link_id = ANY(${ids})) AS channels,
  (SELECT json_agg(json_build_array(id, user_id, scheme, host)) FROM domains
    WHERE id = ANY(ARRAY(SELECT DISTINCT domain_id FROM link))) AS domains`;

const foundFrom = (from: string) => `WITH link AS MATERIALIZED (SELECT ${columns} FROM ${from}) SELECT ${found}`;

function itemsOf({ links, counts, tags, channels, domains }: Found): FoundItem[] {
  const clicksOf = new Map(counts?.map(([link, ...clicks]) => [link, clicks]));
  const originById = new Map(
    domains?.map(([id, userId, scheme, host]) => [id, linkOrigin({ userId, scheme, host })] as const),
  );
  // Shows the channel that a link was added to last.
  const channelOf = new Map(channels);
  const tagsOf = new Map<number, string[]>();
  for (const [link, name] of tags ?? []) tagsOf.set(link, [...(tagsOf.get(link) ?? []), name]);
  return (links ?? []).map(
    ([id, alias, longurl, title, description, externalid, campaign, createdAt, domainId]): FoundItem => {
      const [clicks = 0, uniqueclicks = 0] = clicksOf.get(id) ?? [];
      const domain = originById.get(domainId) ?? "";
      const item = {
        ...{ id, alias, shorturl: `${domain}/${alias}`, longurl },
        ...{ clicks, uniqueclicks, title, description, externalid },
        ...{ domain, campaign, channel: channelOf.get(id) ?? null, tags: tagsOf.get(id) ?? [] },
        date: createdAt.slice(0, 19).replace("T", " "),
      };
      return { id, item, createdAt: new Date(`${createdAt}Z`) };
    },
  );
}

async function read(text: string, values: unknown[]): Promise<FoundItem[]> {
  const [row] = await statement<Found>(text, values, { quick: true });
  return row ? itemsOf(row) : [];
}

const newest = (archived: boolean) => `${newestPart(archived)} SELECT (SELECT total FROM part) AS total, ${found}`;
// Created once, because each new string would have to be hashed to find the prepared statement.
const [newestArchived, newestOthers] = [newest(true), newest(false)];
const byIds = foundFrom(`unnest($2::int[]) WITH ORDINALITY AS requested (id, place)
  JOIN links AS link USING (id) WHERE link.user_id = $1 ORDER BY place`);

/** Reads links in the documented form. */
export const linkItems: LinkReader<FoundItem> = {
  async newest(userId, archived, { take, skip }) {
    const text = archived ? newestArchived : newestOthers;
    const [row] = await statement<Found & { total: number }>(text, [userId, take, skip], { quick: true });
    return row ? { rows: itemsOf(row), total: row.total } : { rows: [], total: 0 };
  },
  byIds: (userId, ids) => read(byIds, [userId, ids]),
  byName(userId, name) {
    const { text, values } = named(userId, name);
    return read(foundFrom(`links AS link JOIN domains AS domain ON domain.id = link.domain_id ${text}`), values);
  },
  clicksOf: ({ item }) => item.clicks,
  createdAt: ({ createdAt }) => createdAt,
  isOnDefaultDomain: ({ item }) => item.domain === baseUrl(),
};
