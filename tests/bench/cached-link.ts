import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { provide } from "@/lib/platform/env";
import { LINKS, pathOf } from "./million-links";

const SAMPLE = Math.min(100_000, LINKS);

/** The bytes of heap that a cached link takes, measured with links of `insertLinks`. */
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
  // The first look-ups also allocate connections and the like, which do not count.
  await find(0, 1_000);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let from = 1_000; from < SAMPLE; from += 1_000) await find(from, from + 1_000);
  collect();
  return (process.memoryUsage().heapUsed - before) / (SAMPLE - 1_000);
}
