import { moveClicks } from "@/lib/clicks/maintenance/with-clickhouse";
import { place } from "@/lib/platform/database/client";
import { env } from "@/lib/platform/env";
import { openFolder } from "@/lib/platform/files/data-folder";
import { lockFolder } from "@/lib/platform/files/data-folder-lock";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { requireNoOtherConnections } from "@/server/backups/move";
import { type Outcome, progress } from "./command";
import { withDatabase } from "./database";

/** Runs `move --clicks-to clickhouse`. */
export async function moveToClickHouse(): Promise<Outcome> {
  const url = env.CLICKHOUSE_URL;
  if (!url) throw new Error("Set CLICKHOUSE_URL to the target database: http://user:password@host:8123/database.");
  openFolder("DATA_DIR", env.DATA_DIR);
  // Locks the folder: the service cannot start meanwhile, and this throws if it is running.
  const lock = await lockFolder(env.DATA_DIR);
  try {
    const { clicks, days } = await withStopped(() =>
      withDatabase(async ({ client, source }) => {
        await requireNoOtherConnections(client, source.databaseUrl);
        return moveClicks(client, progress());
      }),
    );
    const where = place(url);
    return { ok: true, result: { to: where, clicks, days }, text: textOf(clicks, days, where) };
  } finally {
    lock.release();
  }
}

const textOf = (clicks: number, days: number, where: string) =>
  clicks === 0 && days === 0
    ? `No clicks are left in Postgres. They are already in ${where}, or there are none.`
    : `${clicks} clicks of ${days} days were moved to ${where} and compared without differences. They are no longer in Postgres. Start the service with CLICKHOUSE_URL.`;

async function withStopped<T>(work: () => Promise<T>): Promise<T> {
  if (env.DATABASE_URL !== undefined) return work();
  const postgres = await startPostgres(env.DATA_DIR);
  try {
    return await work();
  } finally {
    await postgres.stop();
  }
}
