import { z } from "zod";
import { env } from "@/lib/platform/env";
import { restoreBackup } from "@/server/backups/restore";
import { openBackup } from "@/server/backups/storage/check";
import { chooseBackup } from "@/server/backups/storage/places";
import { chooseForMoment, LATEST, openRecovery } from "@/server/backups/wal/recovery";
import { type Command, Misunderstood, progress } from "./command";
import { openSourceFlag, readEncryption } from "./flags";

export const restore: Command = {
  name: "restore",
  summary: "Restores a backup into an empty folder, or its rows into an empty DATABASE_URL, and compares the result.",
  options: {
    from: { type: "string" },
    "data-dir": { type: "string" },
    at: { type: "string" },
    "passphrase-stdin": { type: "boolean" },
  },
  flags: {
    from: "A backup, or a place of backups to take the newest from. Default: BACKUP_TO.",
    "data-dir": "An empty folder, the DATA_DIR of the restored service.",
    at: "A moment to restore, such as 2026-11-24T12:00:00Z, or latest: uses the newest backup before it and the log since then.",
    "passphrase-stdin":
      "Decrypts with the passphrase from standard input. Default: BACKUP_PASSPHRASE or BACKUP_IDENTITY.",
  },
  async run(values) {
    const folder = values["data-dir"];
    if (typeof folder !== "string" || folder === "")
      throw new Misunderstood("--data-dir is missing. Give an empty folder.");
    const at = momentOf(values.at);
    if (at !== undefined && env.DATABASE_URL !== undefined)
      throw new Misunderstood(
        "--at works only with the embedded Postgres. With DATABASE_URL, use the tools of that server.",
      );
    const from = await openSourceFlag(values, "from", env.BACKUP_TO);
    const encryption = await readEncryption(values["passphrase-stdin"] === true);
    const chosen = at && (await chooseForMoment(from, at));
    const opened = await openBackup(from.place, chosen?.backup ?? (await chooseBackup(from)), encryption);
    const recovery = chosen && (await openRecovery(from.place, chosen, encryption));
    const { manifest, where } = opened;
    const { rows, tables, differences } = await restoreBackup(opened, folder, env.DATABASE_URL, progress(), recovery);
    const asOf = chosen?.at.toISOString() ?? manifest.at;
    const result = { backup: where, at: asOf, dataDir: folder, tables: tables.length, rows, differences };
    if (differences.length > 0)
      return { ok: false, result, text: [`${where} was not restored:`, ...differences].join("\n") };
    const more = [
      ...(manifest.secretElsewhere ? ["The service needs the same APP_SECRET as before."] : []),
      ...(manifest.clicksElsewhere ? ["Its individual clicks are in ClickHouse, not in this backup."] : []),
    ];
    const how = recovery
      ? `with ${(recovery.bytes / 2 ** 20).toFixed(1)} MiB of the log: ${rows} rows of ${tables.length} tables, all read`
      : `${rows} rows of ${tables.length} tables, compared without differences`;
    const text = `${where} was restored as of ${asOf}${recovery ? ", " : ": "}${how}. Start the service with DATA_DIR=${folder}.`;
    return { ok: true, result, text: [text, ...more].join("\n") };
  },
};

/** Parses a time, which must have a time zone to be unambiguous. */
function momentOf(given: unknown): Date | typeof LATEST | undefined {
  if (given === undefined || given === LATEST) return given;
  const parsed = z.iso.datetime({ offset: true }).safeParse(given);
  if (!parsed.success)
    throw new Misunderstood("--at must be a time with a time zone, such as 2026-11-24T12:00:00Z, or latest.");
  return new Date(parsed.data);
}
