import { env } from "@/lib/platform/env";
import { yieldToVisitors } from "@/lib/platform/priority";
import { makeBackup } from "@/server/backups/backup";
import { lockOf } from "./backup-lock";
import { type Command, Misunderstood } from "./command";
import { withDatabase } from "./database";
import { numberOf, placeOf } from "./flags";
import { progress } from "./progress";

const NICE = 10;

export const backup: Command = {
  name: "backup",
  summary: "Makes a backup of everything while the service runs, restores it into a scratch folder, and compares it.",
  options: {
    to: { type: "string" },
    keep: { type: "string" },
    portable: { type: "boolean" },
    "passphrase-stdin": { type: "boolean" },
  },
  flags: {
    to: "Where: a folder, or s3://bucket/prefix. BACKUP_TO unless it is said.",
    keep: "How many backups stay there, this one among them. BACKUP_KEEP unless it is said; 0 for all.",
    portable: "Rows instead of files: for a Postgres elsewhere, or of another major version.",
    "passphrase-stdin":
      "Encrypts by the passphrase on standard input. Else by BACKUP_PASSPHRASE or BACKUP_RECIPIENT, if set.",
  },
  async run(values) {
    const keep = numberOf(values, "keep", { usual: env.BACKUP_KEEP, least: 0 });
    const { place, backup } = await placeOf(values, "to", env.BACKUP_TO);
    if (backup !== undefined)
      throw new Misunderstood(`--to names one backup, ${backup}: say in which place it is to be.`);
    const lock = await lockOf(values["passphrase-stdin"] === true);
    // Visitors have priority. Threads that compress start later and inherit this.
    yieldToVisitors(NICE);
    const result = await withDatabase(({ own, source }) =>
      makeBackup(source, {
        place,
        lock,
        portable: values.portable === true || !own,
        keep: keep === 0 ? undefined : keep,
        onStep: progress(),
      }),
    );
    const { rows, tables, seconds, bytes, encrypted } = result;
    const text = `${result.backup}: ${rows} rows of ${tables} tables, ${(bytes / 2 ** 20).toFixed(1)} MiB${encrypted ? ", encrypted" : ""}, restored and compared: no difference. ${seconds.toFixed(1)} s.`;
    return { ok: true, result, text };
  },
};
