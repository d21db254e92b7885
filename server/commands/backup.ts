import { env } from "@/lib/platform/env";
import { raiseOverTime, yieldToVisitors } from "@/lib/platform/process/priority";
import { makeBackup } from "@/server/backups/backup";
import { type Command, Misunderstood, progress } from "./command";
import { withDatabase } from "./database";
import { openPlaceFlag, parseCount, readEncryption } from "./flags";

export const backup: Command = {
  name: "backup",
  summary:
    "Backs up everything while the service runs, then restores the backup into a temporary folder and compares it.",
  options: {
    to: { type: "string" },
    keep: { type: "string" },
    portable: { type: "boolean" },
    "passphrase-stdin": { type: "boolean" },
  },
  flags: {
    to: "Where to store the backup: a folder, or s3://bucket/prefix. Default: BACKUP_TO.",
    keep: "How many backups to keep there, including this one. 0 keeps all. Default: BACKUP_KEEP.",
    portable: "Stores rows instead of files, for another Postgres server or another major version.",
    "passphrase-stdin":
      "Encrypts with the passphrase from standard input. Default: BACKUP_PASSPHRASE or BACKUP_RECIPIENT, if set.",
  },
  async run(values) {
    const keep = parseCount(values, "keep", env.BACKUP_KEEP);
    const { place, backup } = await openPlaceFlag(values, "to", env.BACKUP_TO);
    if (backup !== undefined)
      throw new Misunderstood(`--to must be a folder or prefix for backups, but is the backup ${backup}.`);
    const encryption = await readEncryption(values["passphrase-stdin"] === true);
    // Visitors have priority. The compressing threads start later and inherit the lower priority.
    yieldToVisitors();
    raiseOverTime();
    const result = await withDatabase(({ own, source }) =>
      makeBackup(source, {
        place,
        encryption,
        portable: values.portable === true || !own,
        keep: keep === 0 ? undefined : keep,
        onStep: progress(),
      }),
    );
    const { rows, tables, seconds, bytes, encrypted } = result;
    const text = `${result.backup}: ${rows} rows of ${tables} tables, ${(bytes / 2 ** 20).toFixed(1)} MiB${encrypted ? ", encrypted" : ""}, restored and compared without differences. ${seconds.toFixed(1)} s.`;
    return { ok: true, result, text };
  },
};
