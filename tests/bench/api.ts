// GET /api/account, with its key check and rate limit, as answered by server.ts and by Next, in the same rounds; reads
// of every resource; the rate of new links; and how long requests wait while clicks are stored.
import { prepare } from "../../scripts/prepare.mjs";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";
import { measureDuringDrain, measureReads, measureWrites } from "./api-resources";
import { type Drive, drive, driver } from "./drive";
import { keepResults } from "./results";
import { comparison, inRounds, peer, ratio } from "./rounds";
import { seed } from "./seed";

const WANTED = 8;
const CONNECTIONS = 16;

await prepare({ dev: true });
const postgres = await startPostgres();
// The log level of a default installation.
const env = { DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: "1000000000", LOG_LEVEL: "info" };
const direct = await startServer({ env });
const next = await startServer({ env, next: true });
const missed: string[] = [];
try {
  const ask = (url: string) => (): Promise<Drive> =>
    drive({
      url,
      paths: ["/api/account"],
      headers: { Authorization: `Bearer ${direct.adminKey}` },
      // With more connections, requests to Next would wait too long to be useful.
      connections: CONNECTIONS,
    });
  const rounds = await inRounds({ Next: ask(next.url), "server.ts": ask(direct.url), ...peer() });
  const reached = ratio(rounds["server.ts"] ?? [], rounds.Next ?? []);
  keepResults(
    "API",
    `GET /api/account with its key check and rate limit: the same handler of the same build, through \`next start\` and through
server.ts, by turns in five rounds of 3 s each; ${CONNECTIONS} connections, load from ${driver}. server.ts answers ${reached.toFixed(1)} times as often.

${comparison(rounds, "Next")}`,
  );
  if (reached < WANTED) missed.push(`the ratio is ${reached.toFixed(1)}, and ${WANTED} is wanted`);
} finally {
  await Promise.all([direct.stop(), next.stop()]);
  await postgres.remove();
}

const server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: "1000000000", LOG_LEVEL: "info" } });
try {
  await seed(server.databaseUrl, 10_000, 200_000);
  for (const [title, measure] of [
    ["API, reads", measureReads],
    ["API, writes", measureWrites],
    ["API, during a drain", measureDuringDrain],
  ] as const) {
    const measured = await measure(server);
    keepResults(title, measured.markdown);
    missed.push(...measured.missed);
  }
} finally {
  await server.stop();
}
if (missed.length > 0) throw new Error(missed.join("\n"));
