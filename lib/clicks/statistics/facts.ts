import type { FactQuery } from "@/lib/clicks/store/fact-query";
import { env } from "@/lib/platform/env";

/** Reads the facts of clicks as text in chunks, which may end in the middle of a line. Uses a separate connection. */
export async function readFacts(query: FactQuery): Promise<AsyncIterable<Buffer>> {
  if (!env.CLICKHOUSE_URL) return (await import("@/lib/clicks/postgres/facts")).postgresFacts(query);
  return (await import("@/lib/clicks/clickhouse/facts")).clickhouseFacts(query);
}
