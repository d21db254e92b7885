import type { DisabledLink, Domain, Link, Prisma } from "@/generated/prisma/client";
import { foldAlias } from "@/lib/contract/alias";
import type { Listed } from "@/lib/contract/pagination";
import { listed, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { readLinkCounts } from "./counts";
import type { Range } from "./search/ranking";

/** The relations that are loaded with a link. */
export const include = {
  domain: true,
  disabled: true,
  counts: { select: { clicks: true, uniqueClicks: true } },
  pixels: { select: { id: true }, orderBy: { id: "asc" } },
  tags: { select: { id: true, name: true, color: true }, orderBy: { nameFolded: "asc" } },
  items: { select: { channelId: true }, orderBy: { id: "desc" } },
} satisfies Prisma.LinkInclude;

export type LinkWithRelations = Prisma.LinkGetPayload<{ include: typeof include }>;

export const counts = `counts.clicks, counts.unique_clicks AS "uniqueClicks"`;

/** Joins a link with what is shown with it. `link` is a row of `links`, taken from `from`. */
export const joined = (from: string) => `${from} LEFT JOIN domains AS domain ON domain.id = link.domain_id
  LEFT JOIN link_counts AS counts ON counts.link_id = link.id
  LEFT JOIN disabled_links AS disabled ON disabled.link_id = link.id`;

export const tagsColumn = `
  (SELECT coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color)
      ORDER BY tag.name_folded), '[]')
    FROM "_LinkToTag" JOIN tags AS tag ON tag.id = "B" WHERE "A" = link.id) AS tags`;

/** The fields in lists. With rules, a thousand links would take a hundred MiB. */
const listedFields = [
  "id",
  "alias",
  "destination",
  "title",
  "description",
  "externalId",
  "status",
  "archived",
  "createdAt",
  "importedClicks",
  "campaignId",
  "expiresAt",
  "clickLimit",
  "clickLimitUsed",
  "passwordHash",
] as const satisfies (keyof Link)[];

type ListedColumns = Pick<Link, (typeof listedFields)[number]> & Pick<LinkWithRelations, "tags">;
export type Counts = NonNullable<LinkWithRelations["counts"]>;

export type ListedLink = ListedColumns & {
  counts: Counts | null;
  domain: Pick<Domain, "userId" | "scheme" | "host">;
  disabled: Pick<DisabledLink, "reason"> | null;
  items: { channelId: number }[];
  /** how many destinations its own split has; null without one */
  shares: number | null;
};

/** The link's own split is its last rule, without conditions. */
const shares = `CASE WHEN link.rules -> -1 -> 'when' = '{}' THEN
  nullif(jsonb_array_length(jsonb_path_query_array(link.rules, '$[last].split[*].to')), 0) END AS shares`;

const listedColumns = `${selectColumns([...listedFields], "link")}, ${counts}, ${tagsColumn}, ${shares}, disabled.reason,
  (SELECT channel_id FROM channel_items WHERE link_id = link.id ORDER BY id DESC LIMIT 1) AS "channelId",
  domain.user_id AS "domainUserId", domain.scheme, domain.host`;

type ListedRow = ListedColumns &
  Counts & {
    channelId: number | null;
    shares: number | null;
    reason: string | null;
    domainUserId: number | null;
    scheme: string;
    host: string;
  };

const toListed = ({
  channelId,
  reason,
  domainUserId: userId,
  scheme,
  host,
  clicks,
  uniqueClicks,
  ...link
}: ListedRow): ListedLink => ({
  ...link,
  counts: { clicks, uniqueClicks },
  domain: { userId, scheme, host },
  disabled: reason === null ? null : { reason },
  items: channelId === null ? [] : [{ channelId }],
});

/** The user's links with these ids, in their order. */
export async function linksByIds(userId: number, ids: number[]): Promise<ListedLink[]> {
  const rows = await statement<ListedRow>(
    `SELECT ${listedColumns}
     FROM unnest($2::int[]) WITH ORDINALITY AS requested (id, place)
     ${joined("JOIN links AS link USING (id)")} WHERE link.user_id = $1 ORDER BY place`,
    [userId, ids],
    { quick: true },
  );
  return rows.map(toListed);
}

/** The name of a link, which may exist once on each domain. */
export interface LinkName {
  externalid?: string;
  alias?: string;
}

/** The end of a statement that reads the user's links with a name. If several domains have one, the service's own comes first. */
export function named(userId: number, { externalid, alias }: LinkName): { text: string; values: unknown[] } {
  const values: unknown[] = [userId];
  const conditions = ["link.user_id = $1"];
  if (externalid !== undefined) conditions.push(`link.external_id = $${values.push(externalid)}`);
  if (alias !== undefined) {
    // The index begins with the domain.
    conditions.push("link.domain_id IN (SELECT id FROM domains WHERE user_id IS NULL OR user_id = $1)");
    // An unescaped plus arrives as a space. No alias contains a space, so it was a plus.
    conditions.push(`link.alias_folded = $${values.push(foldAlias(alias.replaceAll(" ", "+")))}`);
  }
  return { text: `WHERE ${conditions.join(" AND ")} ORDER BY domain.user_id DESC NULLS FIRST, link.id`, values };
}

async function linksByName(userId: number, name: LinkName): Promise<ListedLink[]> {
  const { text, values } = named(userId, name);
  const rows = await statement<ListedRow>(`SELECT ${listedColumns} FROM ${joined("links AS link")} ${text}`, values, {
    quick: true,
  });
  return rows.map(toListed);
}

/**
 * The beginning of a statement that reads a page of all the user's links ($1), or of the archived ones, newest first:
 * `link` has $2 links after the first $3, `part` the total. It also reads the links before
 * the page, so it is not for deep pages.
 */
export const newestPart = (archived: boolean) => `WITH part AS (
     SELECT coalesce(sum(${archived ? "archived" : "links"}), 0)::int AS total FROM link_blocks WHERE user_id = $1
   ), link AS MATERIALIZED (
     SELECT * FROM links WHERE user_id = $1 AND ${archived ? "archived" : "NOT archived"}
     ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3
   )`;

async function newestLinks(userId: number, archived: boolean, { take, skip }: Range): Promise<Listed<ListedLink>> {
  const rows = await statement<ListedRow & { total: number }>(
    `${newestPart(archived)}
     SELECT part.total, ${listedColumns} FROM ${joined("part LEFT JOIN link ON true")} ORDER BY link.created_at DESC, link.id DESC`,
    [userId, take, skip],
    { quick: true },
  );
  const page = listed(rows);
  return { ...page, rows: page.rows.map(toListed) };
}

/** Reads the links of a list in one form, in one statement each. */
export interface LinkReader<Row> {
  /** one of the first pages of all the user's links, or of the archived ones, newest first */
  newest(userId: number, archived: boolean, range: Range): Promise<Listed<Row>>;
  byIds(userId: number, ids: number[]): Promise<Row[]>;
  byName(userId: number, name: LinkName): Promise<Row[]>;
  clicksOf(row: Row): number;
  createdAt(row: Row): Date;
  isOnDefaultDomain(row: Row): boolean;
}

/** Reads links with everything that the pages show of them in lists. */
export const listedLinks: LinkReader<ListedLink> = {
  newest: newestLinks,
  byIds: linksByIds,
  byName: linksByName,
  clicksOf: (link) => readLinkCounts(link).clicks,
  createdAt: (link) => link.createdAt,
  isOnDefaultDomain: ({ domain }) => domain.userId === null,
};
