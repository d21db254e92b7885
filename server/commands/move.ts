import { place } from "@/lib/platform/database/client";
import { env } from "@/lib/platform/env";
import { openFolder } from "@/lib/platform/files/data-folder";
import { lockFolder } from "@/lib/platform/files/data-folder-lock";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { copyDatabase, copyIntoEmbedded } from "@/server/backups/move";
import { type Command, Misunderstood, progress } from "./command";
import { moveToClickHouse } from "./move-clicks";

const EMBEDDED = "embedded";
const CLICKHOUSE = "clickhouse";

export const move: Command = {
  name: "move",
  summary:
    "Copies all rows of the database into another, empty one and compares them, or moves the clicks to ClickHouse. Stop the service first.",
  options: { to: { type: "string" }, "clicks-to": { type: "string" } },
  flags: {
    to: `The target: postgresql://user@host/name (the password may be in PGPASSWORD), or ${EMBEDDED} for DATA_DIR.`,
    "clicks-to": `${CLICKHOUSE} moves the clicks to CLICKHOUSE_URL. Run it again to continue after an interruption.`,
  },
  async run({ to, "clicks-to": clicksTo }) {
    if (to !== undefined && clicksTo !== undefined)
      throw new Misunderstood("--to and --clicks-to cannot be combined. Run the command once for each.");
    if (clicksTo === CLICKHOUSE) return moveToClickHouse();
    if (clicksTo !== undefined) throw new Misunderstood(`--clicks-to must be ${CLICKHOUSE}.`);
    if (to === undefined) throw new Misunderstood(`Give --to or --clicks-to ${CLICKHOUSE}.`);
    if (typeof to !== "string" || !(to === EMBEDDED || /^postgres(ql)?:\/\//.test(to)))
      throw new Misunderstood(`--to must be postgresql://user@host/name or ${EMBEDDED}.`);
    const from = env.DATABASE_URL;
    if (to === EMBEDDED && from === undefined)
      throw new Misunderstood(
        `--to ${EMBEDDED}: the database is already the embedded one, because DATABASE_URL is not set.`,
      );
    openFolder("DATA_DIR", env.DATA_DIR);
    // Locks the folder: the service cannot start meanwhile, and this throws if it is running.
    const lock = await lockFolder(env.DATA_DIR);
    try {
      const { tables, rows } =
        to === EMBEDDED && from !== undefined
          ? await copyIntoEmbedded(from, env.DATA_DIR, progress())
          : await moveOut(from, to);
      const where = to === EMBEDDED ? env.DATA_DIR : place(to);
      const next =
        to === EMBEDDED
          ? "Start the service without DATABASE_URL."
          : "Start the service with DATABASE_URL set to it and with the same DATA_DIR, which holds the secret and the waiting clicks.";
      const text = `${rows} rows of ${tables} tables were copied to ${where} and compared without differences. ${next} The old database is unchanged.`;
      return { ok: true, result: { to: where, tables, rows }, text };
    } finally {
      lock.release();
    }
  },
};

async function moveOut(from: string | undefined, to: string) {
  if (from !== undefined) return copyDatabase(from, to, progress());
  const postgres = await startPostgres(env.DATA_DIR);
  try {
    return await copyDatabase(postgres.url, to, progress());
  } finally {
    await postgres.stop();
  }
}
