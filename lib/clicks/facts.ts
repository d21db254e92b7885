import { env } from "@/lib/platform/env";
import type { FactQuery } from "./fact-query";

/** Reads the facts of clicks as text, a part at a time, which may end amid a line. On a connection of its own. */
export async function factsOf(query: FactQuery): Promise<AsyncIterable<Buffer>> {
  if (!env.CLICKHOUSE_URL) return (await import("./postgres/facts")).postgresFacts(query);
  return (await import("./clickhouse/facts")).clickhouseFacts(query);
}
