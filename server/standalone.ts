import { tmpdir } from "node:os";
import { join } from "node:path";
import { deferredJournal } from "@/lib/clicks/drain/deferred-journal";
import { eraseDeleted, packClicks, storeLines, withClient } from "@/lib/clicks/drain/line-store";
import { provideJournal } from "@/lib/clicks/journal/journal";
import { ClickStream } from "@/lib/clicks/statistics/stream";
import { StartError } from "@/lib/contract/errors";
import { logConsole } from "@/lib/platform/console-log";
import { baseUrl, env } from "@/lib/platform/env";
import { startJobs } from "@/lib/platform/jobs";
import { pool } from "@/lib/platform/pool";
import { redisCommand } from "@/lib/platform/redis";
import { noteSchema } from "@/lib/platform/schema-version";
import { provideSecrets } from "@/lib/platform/stored-secrets";
import { startImporting } from "@/lib/resources/imports/resume";
import { provideTransfers } from "@/lib/resources/transfers/start";
import { webhookQueue } from "@/lib/resources/webhooks/queue";
import { createAdministrator } from "./administrator";
import { prepareDatabase } from "./commands/prepare-database";
import { openFiles } from "./files";
import { readyBlock } from "./ready";
import { startSweeps } from "./sweeps";

/** How often a process that goes on running looks for what others left: clicks in the stream, and clicks to erase. */
const LOOK_EVERY = 5_000;
/** What each look costs is the same, whether or not there is something. */
const PACK_EVERY = 600_000;

/** Makes Next alone answer, without server.ts: on a host that runs `next start`, or functions. */
export async function prepareStandalone(): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // Next would go on, and answer every request with an error.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function prepare(): Promise<void> {
  if (!env.DATABASE_URL || !env.APP_SECRET) {
    throw new StartError("Without server.ts, DATABASE_URL and APP_SECRET must be set.");
  }
  logConsole();
  await openFiles();
  provideSecrets();
  await prepareDatabase(env.DATABASE_URL);
  await noteSchema(pool);
  setInterval(() => eraseDeleted().catch(() => undefined), LOOK_EVERY).unref();
  setInterval(() => packClicks().catch(() => undefined), PACK_EVERY).unref();
  provideJournal(deferredJournal(keeper()));
  startImporting(provideTransfers({ folder: join(tmpdir(), "signpost-imports"), ownDatabase: false }));
  startSweeps();
  startJobs([webhookQueue]);
  const administrator = await createAdministrator(env.DATABASE_URL);
  if (administrator) process.stdout.write(readyBlock(baseUrl(), administrator));
}

/** Into a Redis stream, from which any process stores them, where there is a Redis; otherwise straight into the database. */
function keeper(): Parameters<typeof deferredJournal>[0] {
  const command = redisCommand();
  if (!command) return (recorded) => withClient((client) => storeLines(client, recorded));
  const stream = new ClickStream(command);
  setInterval(() => stream.drain().catch(() => undefined), LOOK_EVERY).unref();
  return async (recorded) => {
    await stream.append(recorded);
    await stream.drain().catch(() => undefined);
  };
}
