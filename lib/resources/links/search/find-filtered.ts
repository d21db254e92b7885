import type { LinkState } from "@/lib/contract/link-state";
import { mostCounted, type Position, type Total, totalOf } from "@/lib/contract/pagination";
import { statement } from "@/lib/platform/database/statement";

import { taggedLinks } from "@/lib/resources/tags/counts";
import { countLinks } from "./blocks";
import { isAfter } from "./find-after";
import { type OrderName, selectIds } from "./orders";
import type { Range } from "./ranking";
import { containsWords, matchesWords, type SearchedWords } from "./words";

/** Filters for links besides a search. */
export interface LinkFilters {
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

export const isNarrowed = ({ campaign, channel, domain, tag = [], excludetag = [], state }: LinkFilters) =>
  [campaign, channel, domain, state].some((value) => value !== undefined) || tag.length + excludetag.length > 0;

type Filtered = LinkFilters & { order?: OrderName; direction?: "asc" | "desc"; search?: SearchedWords };

type Part = Range & { after?: Position };

/** Returns the ids of a part of a user's links that match, in order, and how many match. */
export async function findFiltered(userId: number, filter: Filtered, part: Part): Promise<{ ids: number[] } & Total> {
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
        ? containsWords("link_text(l)", search.words, values)
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
