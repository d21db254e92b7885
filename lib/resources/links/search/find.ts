import { refusedField } from "@/lib/contract/errors";
import type { LinkState } from "@/lib/contract/link-state";
import { mostCounted, type Position, type Total, totalOf } from "@/lib/contract/pagination";
import { statement } from "@/lib/platform/database/statement";
import { taggedLinks } from "@/lib/resources/tags/service";
import { countLinks, countMatchingLinks } from "./blocks";
import { type OrderName, orders, type Range, rankedIds, type Search, selectIds, textsJoinedTo } from "./ranking";
import { containsWords, matchesWords, parseSearchWords, type SearchedWords, withIndexed } from "./words";

export interface LinkOrder extends LinkFilters {
  order?: "date" | "click";
  /** `asc`: oldest, or fewest clicks, first */
  direction?: "asc" | "desc";
  /** words that must all match */
  q?: string;
}

/** Up to this depth, links are read or found one by one in order. Deeper, only an index or a ranking is read. */
const shallow = 500;

/** Returns whether a page is one of the first of all links, or of all archived ones, newest first. */
export const isNewest = ({ order, direction, q, archived: _, ...filters }: LinkOrder, { skip }: Range) =>
  skip <= shallow &&
  order !== "click" &&
  direction !== "asc" &&
  parseSearchWords(q ?? "").length === 0 &&
  !isNarrowed(filters);
/** Up to this number of links, ranking them is faster than finding the first among all links. */
const few = 5_000;

/** Returns the ids of a page of a user's links in order, optionally after a position, and how many there are. */
export async function findLinkIds(
  userId: number,
  { order, direction, q, archived = false, ...filters }: LinkOrder,
  { after, ...range }: Range & { after?: Position },
): Promise<{ ids: number[] } & Total> {
  const words = parseSearchWords(q ?? "");
  const searched = words.length > 0 ? await withIndexed(words) : undefined;
  // A search's text index contains only links that are not archived.
  if (isNarrowed(filters) || (archived && searched)) {
    return findFiltered(userId, { ...filters, archived, order, direction, search: searched }, { ...range, after });
  }
  // Deep pages are read from the nearer end, or from a ranking, so they need an exact count.
  const isExact = !after && range.skip > shallow;
  const search = searched && { ...searched, ...(await countMatchingLinks(userId, searched, isExact)) };
  const total = search?.total ?? (await countLinks(userId, archived));
  if (after || search?.atMost !== undefined) {
    const part = after ? { after, take: range.take } : range;
    const ids = await idsAfter(userId, { order, direction, archived }, searched, part);
    return { ids, total, atMost: search?.atMost };
  }
  if (range.skip >= total) return { ids: [], total };
  const backwards = direction === "asc";
  const part = backwards ? fromEnd(range, total) : range;
  const ids = await inOrder(userId, order ?? "date", archived, search, total, part);
  return { ids: backwards ? ids.reverse() : ids, total };
}

/** The same part of a list, counted from its end. */
const fromEnd = ({ skip, take }: Range, total: number): Range => ({
  skip: Math.max(0, total - skip - take),
  take: Math.min(take, total - skip),
});

/**
 * Highest first. Pages in the second half are read from the end, and a search is ranked as a whole before its deep pages
 * are shown.
 */
async function inOrder(
  userId: number,
  order: OrderName,
  archived: boolean,
  search: Search | undefined,
  total: number,
  { skip, take }: Range,
) {
  const after = Math.max(0, total - skip - take);
  // Clicks change all the time, so a ranking by them is used only where it is needed.
  const isRanked = Math.min(skip, after) > shallow || (order === "date" && total <= few);
  if (search && isRanked) return rankedIds(userId, order, search, { skip, take });
  const backwards = after < skip;
  const way = backwards ? "asc" : "desc";
  const range = backwards ? [after, Math.min(take, total - skip)] : [skip, take];
  const values: unknown[] = [userId, ...range];
  const { table, key, id } = orders[order];
  const found = search ? `and link_texts.user_id = $1 and ${matchesWords("text", search, values)}` : "";
  const ids = await selectIds(
    `select ${id} as id from ${table} ${search ? textsJoinedTo(order) : ""}
     where ${table}.user_id = $1 and ${archived ? "archived" : "not archived"} ${found}
     order by ${key} ${way}, ${id} ${way} offset $2 limit $3`,
    values,
  );
  return backwards ? ids.reverse() : ids;
}

/** Filters for links besides a search. */
interface LinkFilters {
  campaign?: number;
  channel?: number;
  domain?: number;
  /** the folded names of tags that a link has, all of them */
  tag?: string[];
  /** the folded names of tags that a link does not have */
  excludetag?: string[];
  /** the state for visitors, as `stateOf` returns it */
  state?: LinkState;
  /** archived links instead of the others */
  archived?: boolean;
}

const isExpiredSql = "l.expires_at <= now()";
const isLimitReachedSql = "l.click_limit_used >= l.click_limit";
const isDisabledSql = "EXISTS (SELECT FROM disabled_links d WHERE d.link_id = l.id)";
const isServedSql = `l.status <> 'off' AND NOT ${isDisabledSql}`;
const isOpenSql = `${isServedSql} AND ${isExpiredSql} IS NOT TRUE AND ${isLimitReachedSql} IS NOT TRUE`;

const states: Record<LinkState, string> = {
  off: "l.status = 'off'",
  disabled: `l.status <> 'off' AND ${isDisabledSql}`,
  expired: `${isServedSql} AND ${isExpiredSql}`,
  // The first condition shows the planner that few links have a limit.
  "limit-reached": `l.click_limit IS NOT NULL AND ${isLimitReachedSql} AND ${isServedSql} AND ${isExpiredSql} IS NOT TRUE`,
  active: `l.status = 'public' AND ${isOpenSql}`,
  private: `l.status = 'private' AND ${isOpenSql}`,
};

const isNarrowed = ({ campaign, channel, domain, tag = [], excludetag = [], state }: LinkFilters) =>
  [campaign, channel, domain, state].some((value) => value !== undefined) || tag.length + excludetag.length > 0;

type Filtered = LinkFilters & { order?: OrderName; direction?: "asc" | "desc"; search?: SearchedWords };

type Part = Range & { after?: Position };

/** Returns the ids of a part of a user's links that match, in order, and how many match. */
async function findFiltered(userId: number, filter: Filtered, part: Part): Promise<{ ids: number[] } & Total> {
  const tags = await requestedTags(userId, filter);
  if (!tags) return { ids: [], total: 0 };
  const [counted, ids] = await Promise.all([
    countMatching(userId, filter, tags, mostCounted + 1),
    idsMatching(userId, filter, tags, part),
  ]);
  const most = counted > mostCounted ? await countLinks(userId, filter.archived) : 0;
  const atMost = Math.min(most, ...tags.required.map(({ links }) => links));
  return { ids, ...totalOf(part, counted, ids.length, atMost) };
}

/** Returns how many of a user's links match, however many they are. */
export async function countFiltered(userId: number, filter: Filtered): Promise<number> {
  const tags = await requestedTags(userId, filter);
  return tags ? countMatching(userId, filter, tags, null) : 0;
}

interface CountedTag {
  id: number;
  name: string;
  links: number;
}

interface RequestedTags {
  required: CountedTag[];
  excluded: CountedTag[];
}

/**
 * Returns the tags that a filter names; undefined if a required one does not exist. Their ids become values of the next
 * statement, because the planner knows how many links have a certain tag.
 */
async function requestedTags(
  userId: number,
  { tag = [], excludetag = [] }: Filtered,
): Promise<RequestedTags | undefined> {
  if (tag.length + excludetag.length === 0) return { required: [], excluded: [] };
  const tags = await statement<CountedTag>(
    `SELECT id, name_folded AS name, ${taggedLinks("tags.id")} AS links FROM tags
     WHERE user_id = $1 AND name_folded = ANY($2::text[])`,
    [userId, [...tag, ...excludetag]],
    { quick: true },
  );
  const required = tags.filter(({ name }) => tag.includes(name));
  if (required.length < new Set(tag).size) return undefined;
  return { required, excluded: tags.filter(({ name }) => excludetag.includes(name)) };
}

/** Counts the links that match, up to `most`. */
async function countMatching(
  userId: number,
  filter: Filtered,
  tags: RequestedTags,
  most: number | null,
): Promise<number> {
  const { where, values } = conditionsOf(userId, filter, tags);
  const limit = `$${values.push(most)}::int`;
  const rows = await statement<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT FROM links l WHERE ${where} LIMIT ${limit}) AS first`,
    values,
  );
  return rows[0]?.total ?? 0;
}

/** Archived links have no row in link_texts. */
const textOfArchived = `link_text(l, (SELECT name FROM campaigns WHERE id = l.campaign_id),
  (SELECT string_agg(name, chr(10)) FROM "_LinkToTag" JOIN tags ON tags.id = "B" WHERE "A" = l.id))`;

/** Returns an SQL condition for links that match, and its parameters. */
function conditionsOf(
  userId: number,
  { campaign, channel, domain, state, archived, search }: Filtered,
  { required, excluded }: RequestedTags,
): { where: string; values: unknown[] } {
  const values: unknown[] = [userId];
  const value = (of: unknown) => `$${values.push(of)}`;
  const conditions = [
    "l.user_id = $1",
    archived ? "l.archived" : "NOT l.archived",
    campaign !== undefined && `l.campaign_id = ${value(campaign)}`,
    domain !== undefined && `l.domain_id = ${value(domain)}`,
    channel !== undefined &&
      `EXISTS (SELECT FROM channel_items i WHERE i.link_id = l.id AND i.channel_id = ${value(channel)})`,
    ...required.map(({ id }) => `l.id IN (SELECT "A" FROM "_LinkToTag" WHERE "B" = ${value(id)})`),
    excluded.length > 0 &&
      `NOT EXISTS (SELECT FROM "_LinkToTag" WHERE "A" = l.id AND "B" = ANY(${value(excluded.map(({ id }) => id))}::int[]))`,
    state && states[state],
    search !== undefined &&
      (archived
        ? containsWords(textOfArchived, search.words, values)
        : `EXISTS (SELECT FROM link_texts t WHERE t.link_id = l.id AND t.user_id = $1 AND ${matchesWords("t.text", search, values)})`),
  ];
  return { where: conditions.filter(Boolean).join(" AND "), values };
}

function idsMatching(
  userId: number,
  filter: Filtered,
  tags: RequestedTags,
  { skip, take, after }: Part,
): Promise<number[]> {
  const { where, values } = conditionsOf(userId, filter, tags);
  const { archived = false, order, direction } = filter;
  const byClicks = order === "click";
  const way = direction === "asc" ? "ASC" : "DESC";
  const sorted = byClicks
    ? `JOIN link_counts c ON c.link_id = l.id AND c.user_id = $1 AND c.archived = ${archived}`
    : "";
  const range = `OFFSET $${values.push(skip)} LIMIT $${values.push(take)}`;
  const columns = { key: byClicks ? "c.clicks" : "l.created_at", id: "l.id" };
  const behind = after ? ` AND ${isAfter({ direction }, columns, after, values)}` : "";
  return selectIds(
    `SELECT l.id FROM links l ${sorted} WHERE ${where}${behind} ORDER BY ${columns.key} ${way}, l.id ${way} ${range}`,
    values,
  );
}

interface Order {
  order?: OrderName;
  direction?: "asc" | "desc";
}

interface OrderedPart {
  /** the position of the link before the part */
  after?: Position;
  /** how many links to leave out */
  skip?: number;
  take: number;
}

/** Returns an SQL condition for the links after a position, and appends its parameters to `values`. */
function isAfter(
  { direction }: Pick<Order, "direction">,
  columns: { key: string; id: string },
  after: Position,
  values: unknown[],
): string {
  // Earlier versions sorted by ID alone.
  if (after.length !== 2) throw refusedField("cursor", "cursor_unknown");
  const position = after.map((value) => `$${values.push(value)}`);
  return `(${columns.key}, ${columns.id}) ${direction === "asc" ? ">" : "<"} (${position})`;
}

/** Returns the ids of the links after a position, or of the first links, in order, straight from an index. */
async function idsAfter(
  userId: number,
  { order = "date", direction, archived }: Order & { archived: boolean },
  search: SearchedWords | undefined,
  { after, skip = 0, take }: OrderedPart,
): Promise<number[]> {
  const way = direction === "asc" ? "asc" : "desc";
  const values: unknown[] = [userId, take, skip];
  const { table, key, id } = orders[order];
  const found = search ? `and link_texts.user_id = $1 and ${matchesWords("text", search, values)}` : "";
  return selectIds(
    `select ${id} as id from ${table} ${search ? textsJoinedTo(order) : ""}
     where ${table}.user_id = $1 and ${archived ? "archived" : "not archived"} ${found}
     ${after ? `and ${isAfter({ direction }, { key, id }, after, values)}` : ""} order by ${key} ${way}, ${id} ${way} offset $3 limit $2`,
    values,
  );
}
