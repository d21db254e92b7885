// Processor time of storing a click, by statement, when each click is on another of a million links. Wall-clock time
// would also contain what else the machine does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { provide } from "@/lib/platform/env";
import { prepare } from "../../scripts/prepare.mjs";
import { rootKeyOf } from "../support/root-key";
import { startServer } from "../support/server";
import { writeBacklog } from "./backlog";
import { insertLinks, LINKS } from "./million-links";
import { count, keepResults, table } from "./results";
import { anyOf } from "./visits";

const CLICKS = Number(process.env.CLICKS ?? 400_000);
/** microseconds a click, below which a statement is not listed */
const LEAST = 0.2;

await prepare({ dev: true });
const server = await startServer();
try {
  provide({ SIGNPOST_ROOT_KEY: await rootKeyOf(server), DATABASE_URL: server.databaseUrl });
  await insertLinks(server.databaseUrl);
  // Its Postgres goes on without it.
  await server.kill();
  const { DirectoryDrain } = await import("@/lib/clicks/drain/drain-directory");
  const { PostgresClickStore } = await import("@/lib/clicks/postgres/store");
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(
    "select pg_backend_pid() as pid, (select min(id)::int from links where alias like 'go-%') as first",
  );
  const { pid, first } = rows[0];
  const bytesOfLog = async () =>
    Number((await client.query("select pg_current_wal_lsn() - '0/0' as bytes")).rows[0].bytes);
  writeBacklog(server, CLICKS, () => first + anyOf(LINKS))();
  const drain = new DirectoryDrain(new PostgresClickStore(client), join(server.dataDir, "journal/bench"), () => {});
  const logged = await bytesOfLog();
  const statements = meter(client, pid);
  const own = process.cpuUsage();
  while (await drain.pass());
  const { user, system } = process.cpuUsage(own);
  const costs = statements();
  const bytes = (await bytesOfLog()) - logged;
  await client.end();
  const each = (microseconds: number) => (microseconds / CLICKS).toFixed(1);
  const database = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const listed = [...costs].filter(([, cost]) => cost / CLICKS > LEAST).sort(([, a], [, b]) => b - a);
  keepResults(
    "Storing clicks, by statement",
    `Microseconds of processor time for each of ${count(CLICKS)} clicks, spread evenly over ${count(LINKS)} links. The write-ahead log of
Postgres grows by ${count(bytes / CLICKS)} bytes for each.

${table(
  ["", "µs a click"],
  [
    ["the drain: reading, classifying, adding up", each(user + system)],
    ["its connection of Postgres", each(database)],
    ...listed.map(([statement, cost]) => [`- \`${statement}\``, each(cost)]),
  ],
)}`,
  );
} finally {
  await server.stop();
}

/**
 * Counts the microseconds that the connection's process spends between the start of a statement and that of the next.
 * Returns a function that returns them by the first words of the statement.
 */
function meter(client: pg.Client, pid: number): () => Map<string, number> {
  const spent = () => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000;
  const costs = new Map<string, number>();
  let current = { words: "", since: spent() };
  const turnTo = (words: string) => {
    const now = spent();
    costs.set(current.words, (costs.get(current.words) ?? 0) + now - current.since);
    current = { words, since: now };
  };
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  Object.assign(client, {
    query(...values: unknown[]) {
      const [given] = values as [string | { text?: string; cursor?: { text?: string } }];
      turnTo(wordsOf(typeof given === "string" ? given : (given.text ?? given.cursor?.text ?? "")));
      return query(...values);
    },
  });
  return () => {
    turnTo("");
    return costs;
  };
}

/** Such as `insert into click_rollups`. */
function wordsOf(statement: string): string {
  const written = /(insert into|update|copy|delete from)\s+\w+/.exec(statement)?.[0];
  return written ?? statement.trim().split(/\s+/).slice(0, 3).join(" ");
}
