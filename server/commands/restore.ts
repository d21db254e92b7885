import { env } from "@/lib/platform/env";
import { openBackup } from "@/server/backups/check";
import { chooseBackup } from "@/server/backups/places";
import { restoreBackup } from "@/server/backups/restore";
import { lockOf } from "./backup-lock";
import type { Command } from "./command";
import { progress } from "./progress";

export const restore: Command = {
  name: "restore",
  summary: "Restores a backup into an empty folder, or its rows into an empty DATABASE_URL, and compares it.",
  options: {
    from: { type: "string" },
    "data-dir": { type: "string" },
    "passphrase-stdin": { type: "boolean" },
  },
  flags: {
    from: "A backup, or where backups are: the newest of them. BACKUP_TO unless it is said.",
    "data-dir": "The empty folder, to be DATA_DIR of the service that is restored.",
    "passphrase-stdin": "Decrypts by the passphrase on standard input. Else by BACKUP_PASSPHRASE or BACKUP_IDENTITY.",
  },
  async run(values) {
    const from = values.from ?? env.BACKUP_TO;
    const folder = values["data-dir"];
    if (typeof from !== "string" || from === "") throw new Error("Say what: --from <a backup, or where backups are>.");
    if (typeof folder !== "string" || folder === "") throw new Error("Say where to: --data-dir <an empty folder>.");
    const chosen = await chooseBackup(from);
    const lock = await lockOf(values["passphrase-stdin"] === true);
    const opened = await openBackup(chosen.place, chosen.backup, lock);
    const { manifest, where } = opened;
    const { rows, tables, differences } = await restoreBackup(opened, folder, env.DATABASE_URL, progress());
    const result = { backup: where, at: manifest.at, dataDir: folder, tables: tables.length, rows, differences };
    if (differences.length > 0)
      return { ok: false, result, text: [`${where} was not restored:`, ...differences].join("\n") };
    const more = [
      ...(manifest.secretElsewhere ? ["The service needs the APP_SECRET that it had."] : []),
      ...(manifest.clicksElsewhere ? ["Its single clicks are in ClickHouse, and not in this backup."] : []),
    ];
    const text = `${where} was restored as of ${manifest.at}: ${rows} rows of ${tables.length} tables, compared: no difference. Start the service with DATA_DIR=${folder}.`;
    return { ok: true, result, text: [text, ...more].join("\n") };
  },
};
