import { statement } from "@/lib/platform/database/statement";
import { findLinkIds, type LinkOrder } from "@/lib/resources/links/search/find";
import { countFiltered } from "@/lib/resources/links/search/find-filtered";

/** The links in an overview: all of an account, or those of a domain, a campaign or a tag. */
export type Scope = Pick<LinkOrder, "campaign" | "domain"> & { tag?: string };

/**
 * The most links whose clicks are read: the most clicked ones, also among archived links, and the newest, which may get
 * clicks soon. Only the clicks on the others are missing.
 */
const MOST_CLICKED = 2_000;
const ARCHIVED = 500;
const NEWEST = 500;

export interface CountedLinks {
  /** without archived links */
  total: number;
  /** the links whose clicks are counted */
  ids: number[];
  /** the newest links, newest first */
  newest: number[];
  /** whether there are clicks on links that are not counted */
  partial: boolean;
}

/** @param newest how many of the newest links to return */
export async function countedLinks(userId: number, { tag, ...scope }: Scope, newest: number): Promise<CountedLinks> {
  const filter = { ...scope, ...(tag !== undefined && { tag: [tag] }) };
  const find = (order: "click" | "date", archived: boolean, take: number) =>
    findLinkIds(userId, { ...filter, order, archived }, { skip: 0, take });
  const [clicked, archived, made] = await Promise.all([
    find("click", false, MOST_CLICKED),
    find("click", true, ARCHIVED),
    find("date", false, newest),
  ]);
  return {
    total: clicked.atMost === undefined ? clicked.total : await countFiltered(userId, filter),
    ids: [...new Set([...clicked.ids, ...archived.ids, ...made.ids.slice(0, NEWEST)])],
    newest: made.ids,
    partial:
      (clicked.total > MOST_CLICKED && (await wasClicked(clicked.ids.at(-1)))) ||
      (archived.total > ARCHIVED && (await wasClicked(archived.ids.at(-1)))),
  };
}

/** Returns whether the last of the most clicked links has any clicks. */
async function wasClicked(id: number | undefined): Promise<boolean> {
  const found = await statement("SELECT FROM link_counts WHERE link_id = $1 AND clicks > 0", [id]);
  return found.length === 1;
}
