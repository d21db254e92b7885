import { tmpdir } from "node:os";
import { join } from "node:path";
import { deferredJournal } from "@/lib/clicks/drain/deferred-journal";
import { eraseDeleted, packClicks, storeLines, withClient } from "@/lib/clicks/drain/line-store";
import { provideJournal } from "@/lib/clicks/journal/journal";
import { ClickStream } from "@/lib/clicks/statistics/stream";
import { StartError } from "@/lib/contract/errors";
import { redisCommand } from "@/lib/platform/cache/redis";
import { noteSchema } from "@/lib/platform/database/migrate";
import { pool } from "@/lib/platform/database/pool";
import { baseUrl, env } from "@/lib/platform/env";
import { startJobs } from "@/lib/platform/jobs/jobs";
import { logConsole } from "@/lib/platform/log/console-log";
import { counts } from "@/lib/platform/log/counts";
import { mailQueue } from "@/lib/platform/mail/mail-queue";
import { provideSecrets } from "@/lib/platform/stored-secrets";
import { startImporting } from "@/lib/resources/imports/resume";
import { deletionQueue } from "@/lib/resources/users/deletion-queue";
import { mailPaused } from "@/lib/resources/webhooks/notice";
import { webhookQueue } from "@/lib/resources/webhooks/queue";
import { provideTransfers } from "@/lib/transfers/transfers";
import { createAdministrator } from "./administrator";
import { prepareDatabase } from "./commands/prepare-database";
import { openFiles } from "./files";
import { readyBlock } from "./ready";
import { startSweeps } from "./sweeps";

/**
 * How often the process looks for clicks in the stream and for clicks to erase, which other processes may have left.
 */
const LOOK_EVERY = 5_000;
/** Each run costs the same, even if there is nothing to pack. */
const PACK_EVERY = 600_000;

/** Makes Next alone serve requests, without server.ts: on a host that runs `next start`, or as functions. */
export async function prepareStandalone(): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // Next would continue and answer every request with an error.
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
  startJobs([webhookQueue(mailPaused), mailQueue((result) => counts().mails[result]++), deletionQueue]);
  const administrator = await createAdministrator(env.DATABASE_URL);
  if (administrator) process.stdout.write(readyBlock(baseUrl(), administrator));
}

/**
 * Stores clicks in a Redis stream, if there is a Redis; any process can move them to the database. Otherwise stores
 * them in the database directly.
 */
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
