import { env } from "@/lib/platform/env";
import type { FactQuery } from "./fact-query";

/** Reads the facts of clicks as text in chunks, which may end in the middle of a line. Uses a connection of its own. */
export async function factsOf(query: FactQuery): Promise<AsyncIterable<Buffer>> {
  if (!env.CLICKHOUSE_URL) return (await import("./postgres/facts")).postgresFacts(query);
  return (await import("./clickhouse/facts")).clickhouseFacts(query);
}
