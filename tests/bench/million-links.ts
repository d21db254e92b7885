import pg from "pg";
import { copyInto } from "@/lib/clicks/postgres/copy";

/** LINKS sets a smaller number. */
export const LINKS = Number(process.env.LINKS ?? 1_000_000);

export const pathOf = (number: number) => `/go-${number.toString(36)}`;

/** Adds a million links to a database by COPY. */
export async function insertLinks(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Turns triggers off, because their million notifications are not needed.
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query(
    "select users.id as user, domains.id as domain from users, domains where domains.user_id is null limit 1",
  );
  await copyInto(
    client,
    "links (user_id, domain_id, alias, alias_folded, destination)",
    lines(rows[0].user, rows[0].domain),
  );
  // A trigger would have added these.
  await client.query(`insert into link_counts
    select id, user_id, archived, clicks, unique_clicks from links on conflict do nothing`);
  await client.query("vacuum analyze links, link_counts");
  await client.end();
}

function* lines(userId: number, domainId: number): Generator<string> {
  for (let number = 0; number < LINKS; number++) {
    const alias = pathOf(number).slice(1);
    yield `${userId}\t${domainId}\t${alias}\t${alias}\thttps://example.com/shop/articles/${number}?from=mail\n`;
  }
}

/** Picks a link by Zipf's law with exponent 1: the k-th is visited 1/k times as often as the first. */
const zipf = () => Math.min(LINKS - 1, Math.floor(LINKS ** Math.random()) - 1);

/** Paths of links, as visitors pick them. */
export const popularPaths = (count: number) => Array.from({ length: count }, () => pathOf(zipf()));

/** Returns a function that hands out the paths of all links in random order, each once. */
export function unseenPaths(): (count: number) => string[] {
  const numbers = Uint32Array.from({ length: LINKS }, (_, number) => number);
  for (let last = LINKS - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  let handedOut = 0;
  return (count) => {
    const paths = Array.from(numbers.subarray(handedOut, handedOut + count), pathOf);
    handedOut += count;
    return paths;
  };
}
