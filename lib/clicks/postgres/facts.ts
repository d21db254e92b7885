import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type FactColumn, type FactQuery, factColumns } from "@/lib/clicks/fact-query";
import { env } from "@/lib/platform/env";

/** Columns that are not of that name, or no text. */
const written: Partial<Record<FactColumn, string>> = { at: "(extract(epoch from at) * 1000)::bigint" };

/** See `factsOf`. COPY sends a million rows in the time that the driver takes to make objects of a part of them. */
export async function* postgresFacts(query: FactQuery): AsyncGenerator<Buffer> {
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    application_name: "signpost replay",
    connectionTimeoutMillis: 5_000,
  });
  // What breaks the connection breaks the reading.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("set statement_timeout = '25s'; set jit = off; set max_parallel_workers_per_gather = 0");
    // Whoever waits for a lock notices, too, that nobody waits for them. Versions before 14 do not know how.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {});
    yield* client.query(copyTo(`copy (${sqlOf(query)}) to stdout`));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Numbers alone are put in: COPY takes no parameters. */
function sqlOf({ linkId, from, to, most, limit, needed }: FactQuery): string {
  const columns = factColumns.map((name) => {
    if (name === "locked") return limit === null ? "null" : `case when beyond >= ${limit} then 't' end`;
    return needed.includes(name) ? (written[name] ?? name) : "null";
  });
  const moment = (at: number) => `'${new Date(at).toISOString()}'`;
  return `select ${columns.join(", ")} from clicks
    where link_id = ${linkId} and at >= ${moment(from)} and at < ${moment(to)} and robot is null
    order by at desc limit ${most}`;
}
