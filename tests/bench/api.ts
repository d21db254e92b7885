// GET /api/account, with its key check and rate limit, as server.ts answers it and as Next does, in the same rounds.
import { prepare } from "../../scripts/prepare.mjs";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";
import { type Drive, drive, driver } from "./drive";
import { keepResults } from "./results";
import { comparison, inRounds, peer, ratio } from "./rounds";

const WANTED = 8;
const CONNECTIONS = 16;

await prepare();
const postgres = await startPostgres();
// The log is that of the service as it ships.
const env = { DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: "1000000000", LOG_LEVEL: "info" };
const direct = await startServer({ env });
const next = await startServer({ env, next: true });
try {
  const ask = (url: string) => (): Promise<Drive> =>
    drive({
      url,
      paths: ["/api/account"],
      headers: { Authorization: `Bearer ${direct.adminKey}` },
      // With more of them, requests to Next wait for too long to count.
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
  if (reached < WANTED) throw new Error(`the ratio is ${reached.toFixed(1)}, and ${WANTED} is wanted`);
} finally {
  await Promise.all([direct.stop(), next.stop()]);
  await postgres.remove();
}
