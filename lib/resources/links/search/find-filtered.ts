import type { LinkState } from "@/lib/contract/link-state";
import type { Position } from "@/lib/contract/pagination";
import { pool } from "@/lib/platform/pool";
import { isAfter } from "./find-after";
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
  "limit-reached": `${isServedSql} AND ${isExpiredSql} IS NOT TRUE AND ${isLimitReachedSql}`,
  active: `l.status = 'public' AND ${isOpenSql}`,
  private: `l.status = 'private' AND ${isOpenSql}`,
};

export const isNarrowed = ({ campaign, channel, domain, tag = [], excludetag = [], state }: LinkFilters) =>
  [campaign, channel, domain, state].some((value) => value !== undefined) || tag.length + excludetag.length > 0;

/** Returns the ids of a page of a user's links that match, in order, and how many match. Counts them one by one. */
export async function findFiltered(
  userId: number,
  {
    campaign,
    channel,
    domain,
    tag = [],
    excludetag = [],
    state,
    archived,
    order,
    direction,
    search,
  }: LinkFilters & { order?: "date" | "click"; direction?: "asc" | "desc"; search?: SearchedWords },
  { skip, take }: { skip: number; take: number },
  after?: Position,
): Promise<{ ids: number[]; total: number }> {
  const values: unknown[] = [userId];
  const value = (of: unknown) => `$${values.push(of)}`;
  const conditions = [
    "l.user_id = $1",
    archived ? "l.archived" : "NOT l.archived",
    campaign !== undefined && `l.campaign_id = ${value(campaign)}`,
    domain !== undefined && `l.domain_id = ${value(domain)}`,
    channel !== undefined &&
      `EXISTS (SELECT FROM channel_items i WHERE i.link_id = l.id AND i.channel_id = ${value(channel)})`,
    ...tag.map(
      (name) =>
        `l.id IN (SELECT "A" FROM "_LinkToTag" WHERE "B" =
          (SELECT id FROM tags WHERE user_id = $1 AND name_folded = ${value(name)}))`,
    ),
    excludetag.length > 0 &&
      `NOT EXISTS (SELECT FROM "_LinkToTag" WHERE "A" = l.id AND "B" = ANY(ARRAY(
        SELECT id FROM tags WHERE user_id = $1 AND name_folded = ANY(${value(excludetag)}))))`,
    state && states[state],
    search !== undefined &&
      (archived
        ? containsWords("link_text(l)", search.words, values)
        : `EXISTS (SELECT FROM link_texts t WHERE t.link_id = l.id AND t.user_id = $1 AND ${matchesWords("t.text", search, values)})`),
  ];
  const byClicks = order === "click";
  const way = direction === "asc" ? "ASC" : "DESC";
  const sorted = byClicks
    ? `JOIN link_counts c ON c.link_id = l.id AND c.user_id = $1 AND c.archived = ${archived ?? false}`
    : "";
  const where = conditions.filter(Boolean).join(" AND ");
  const listedValues = [...values, skip, take];
  const [offset, limit] = [values.length + 1, values.length + 2];
  const columns = { key: byClicks ? "c.clicks" : "l.created_at", id: "l.id" };
  const behind = after ? ` AND ${isAfter({ direction }, columns, after, listedValues)}` : "";
  const [counted, listed] = await Promise.all([
    pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM links l WHERE ${where}`, values),
    pool.query<{ id: number }>(
      `SELECT l.id FROM links l ${sorted} WHERE ${where}${behind}
       ORDER BY ${columns.key} ${way}, l.id ${way} OFFSET $${offset} LIMIT $${limit}`,
      listedValues,
    ),
  ]);
  return { ids: listed.rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 };
}
