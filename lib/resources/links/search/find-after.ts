import type { Position } from "@/lib/contract/pagination";
import { pool } from "@/lib/platform/pool";
import { type LinkBlock, matchesIn } from "./blocks";
import { matchesWords, type SearchedWords } from "./words";

interface Order {
  order?: "date" | "click";
  direction?: "asc" | "desc";
}

interface Behind {
  /** the position of the link before the page */
  after: Position;
  take: number;
}

/** Returns an SQL condition for the links after a position, and appends its parameters to `values`. */
export function isAfter(
  { order, direction }: Order,
  { clicks, id }: { clicks: string; id: string },
  after: Position,
  values: unknown[],
): string {
  const keys = order === "click" ? [clicks, id] : [id];
  return `(${keys}) ${direction === "asc" ? ">" : "<"} (${after.map((value) => `$${values.push(value)}`)})`;
}

/** Returns the ids of the links after a position, in order, straight from an index at any depth. */
export async function idsAfter(
  userId: number,
  { order, direction, archived }: Order & { archived: boolean },
  search: SearchedWords | undefined,
  blocks: LinkBlock[],
  { after, take }: Behind,
): Promise<number[]> {
  const way = direction === "asc" ? "asc" : "desc";
  const values: unknown[] = [userId, take];
  const behind = (columns: { clicks: string; id: string }) => isAfter({ order, direction }, columns, after, values);
  const among = archived ? "archived" : "not archived";
  if (order === "click") {
    const texts = search ? "join link_texts using (link_id)" : "";
    const found = search ? `and link_texts.user_id = $1 and ${matchesWords("text", search, values)}` : "";
    return idsOf(
      `select link_id as id from link_counts ${texts} where link_counts.user_id = $1 and ${among} ${found}
       and ${behind({ clicks: "clicks", id: "link_id" })} order by clicks ${way}, link_id ${way} limit $2`,
      values,
    );
  }
  if (!search) {
    return idsOf(
      `select id from links where user_id = $1 and ${among} and ${behind({ clicks: "", id: "id" })}
       order by id ${way} limit $2`,
      values,
    );
  }
  const [first, last] = blocksBehind(blocks, Number(after.at(-1)) >> 12, way === "asc", take);
  const [low, high] = [values.push(Math.min(first, last)), values.push(Math.max(first, last))];
  return idsOf(
    `select link_id as id from link_texts where user_id = $1 and block between $${low} and $${high}
     and ${matchesIn(Math.abs(first - last), search, values)} and ${behind({ clicks: "", id: "link_id" })} order by link_id ${way} limit $2`,
    values,
  );
}

/**
 * Returns a range of blocks with at least `take` links after block `from`, because that block may have no further ones.
 */
function blocksBehind(blocks: LinkBlock[], from: number, backwards: boolean, take: number): [number, number] {
  const behind = backwards
    ? blocks.filter(({ block }) => block > from).reverse()
    : blocks.filter(({ block }) => block < from);
  let last = from;
  let links = 0;
  for (const { block, links: more } of behind) {
    if (links >= take) break;
    last = block;
    links += more;
  }
  return [from, last];
}

// Not prepared: the best plan depends on the values.
async function idsOf(text: string, values: unknown[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(text, values);
  return rows.map(({ id }) => id);
}
