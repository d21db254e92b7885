import { keepVerification } from "@/lib/clicks/verification/last-verification";
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { env } from "@/lib/platform/env";
import { yieldProcess, yieldSession } from "@/lib/platform/process/priority";
import { tryRestore } from "@/server/backups/restore";
import { scratchFolder } from "@/server/backups/scratch";
import { openBackup } from "@/server/backups/storage/check";
import { chooseBackup } from "@/server/backups/storage/places";
import { type Command, type Outcome, progress } from "./command";
import { withDatabase } from "./database";
import { openSourceFlag, readEncryption } from "./flags";

export const verify: Command = {
  name: "verify",
  summary: "Counts all clicks again and lists each number and each click that differs from what was recorded.",
  options: { backup: { type: "string" }, "passphrase-stdin": { type: "boolean" } },
  flags: {
    backup: "Checks a backup instead, or the newest of a place: restores it into a temporary folder and compares it.",
    "passphrase-stdin":
      "Decrypts it with the passphrase from standard input. Default: BACKUP_PASSPHRASE or BACKUP_IDENTITY.",
  },
  run: (values) =>
    typeof values.backup === "string" ? verifyBackup(values, values["passphrase-stdin"] === true) : verifyNumbers(),
};

async function verifyNumbers(): Promise<Outcome> {
  yieldProcess();
  const result = await withDatabase(async ({ client, own }) => {
    if (own) yieldSession((await client.query("select pg_backend_pid() as pid")).rows[0].pid);
    const found = await verifyClicks(client, (step) => process.stderr.write(`${step}\n`));
    await keepVerification(client, found);
    return found;
  });
  const { at, clicks, segments, seconds, differences, named } = result;
  const more = differences > named.length ? [`${differences - named.length} more.`] : [];
  const sum = `Verified at ${at}: ${clicks} clicks in ${segments} segments, in ${seconds.toFixed(1)} s: ${differences} differences.`;
  return { ok: differences === 0, result, text: [...named, ...more, sum].join("\n") };
}

async function verifyBackup(values: Record<string, unknown>, passphraseFromStdin: boolean): Promise<Outcome> {
  const from = await openSourceFlag(values, "backup");
  const encryption = await readEncryption(passphraseFromStdin);
  const opened = await openBackup(from.place, await chooseBackup(from), encryption);
  yieldProcess();
  const { tables, rows, differences } = await tryRestore(opened, scratchFolder(env.DATA_DIR), progress());
  const { manifest, where } = opened;
  const result = { backup: where, at: manifest.at, tables: tables.length, rows, differences };
  const sum = `${where}, as of ${manifest.at}: ${rows} rows of ${tables.length} tables, restored and compared: ${differences.length} differences.`;
  return { ok: differences.length === 0, result, text: [...differences, sum].join("\n") };
}
