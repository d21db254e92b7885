import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { provide } from "@/lib/platform/env";
import { LINKS, pathOf } from "./million-links";

const SAMPLE = Math.min(100_000, LINKS);

/** How many bytes of the heap a link takes that the redirect keeps, of those that `insertLinks` has put into a database. */
export async function cachedLinkBytes(databaseUrl: string): Promise<number> {
  provide({ DATABASE_URL: databaseUrl });
  const { LinkCache } = await import("@/lib/visits/links/cache");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("SELECT id FROM domains WHERE user_id IS NULL");
  await client.end();
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const cache = new LinkCache();
  const find = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    await Promise.all(numbers.map((number) => cache.find(rows[0].id, pathOf(number).slice(1))));
  };
  // What the first look-ups leave behind, such as connections, is not the links'.
  await find(0, 1_000);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let from = 1_000; from < SAMPLE; from += 1_000) await find(from, from + 1_000);
  collect();
  return (process.memoryUsage().heapUsed - before) / (SAMPLE - 1_000);
}
