// npm run replay-quarantine: tries again to store the clicks that the database has refused. server.js and this file are
// built side by side.
import pg from "pg";
import { replayQuarantine } from "@/lib/clicks/replay";
import { env, provide } from "@/lib/platform/env";
import { provideSecrets } from "@/lib/platform/kept-secrets";
import { runningPostgres } from "@/lib/platform/running-postgres";

const url = env.DATABASE_URL ?? runningPostgres(env.DATA_DIR);
if (url === undefined) {
  process.stderr.write(`No database runs in ${env.DATA_DIR}. Start Signpost first, or set DATABASE_URL.\n`);
  process.exit(1);
}
provide({ DATABASE_URL: url });
provideSecrets();
const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
try {
  await client.connect();
  const { stored, left } = await replayQuarantine(client);
  process.stdout.write(`${stored} clicks were stored, ${left} lines are left in quarantine.\n`);
} catch (error) {
  process.stderr.write(`The clicks in quarantine cannot be stored now: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await client.end().catch(() => {});
}
