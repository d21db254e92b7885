import { to as copyTo } from "pg-copy-streams";
import { areCounted, type FactQuery, factsIn } from "@/lib/clicks/store/fact-query";
import { connectForSlowStatements, endConnection } from "@/lib/platform/database/client";
import { env } from "@/lib/platform/env";
import { clicksWithin, mayContainSql } from "./packs";

/** See `readFacts`. COPY sends a million rows in the time that the driver needs to create objects from a part of them. */
export async function* postgresFacts(query: FactQuery): AsyncGenerator<Buffer> {
  const client = await connectForSlowStatements({
    connectionString: env.DATABASE_URL,
    application_name: "signpost replay",
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.query("set statement_timeout = '25s'; set jit = off; set max_parallel_workers_per_gather = 0");
    // The query must also end if the client is gone while it waits for a lock. Versions before 14 lack this setting.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {});
    yield* client.query(copyTo(`copy (${sqlOf(query)}) to stdout`));
  } finally {
    await endConnection(client);
  }
}

/** COPY takes no parameters, so numbers are inserted into the SQL. Nothing else is. */
function sqlOf({ linkId, from, to, most, limit, needed }: FactQuery): string {
  const facts = factsIn(needed).join(", ");
  const locked = limit === null ? "null" : `case when beyond >= ${limit} then 't' end`;
  const moment = (at: number) => `'${new Date(at).toISOString()}'`;
  const read = clicksWithin({
    from: moment(from),
    to: moment(to),
    where: `link_id = ${linkId} and robot is null`,
    packs: mayContainSql("link", String(linkId)),
    newest: true,
    columns: ["at", "link_id", "robot", "beyond", ...factsIn(needed)],
  });
  const clicks = `select at, ${locked} as locked, ${facts} from (${read}) as click order by at desc limit ${most}`;
  if (!areCounted(needed)) return `select 1, ${milliseconds("at")}, locked, ${facts} from (${clicks}) as click`;
  return `select count(*), ${milliseconds("min(at)")}, locked, ${facts} from (${clicks}) as click
    group by locked, ${facts}`;
}

/** `extract` would calculate in decimals, which takes as long as everything else for a row. */
const milliseconds = (at: string) => `(date_part('epoch', ${at}) * 1000)::bigint`;
