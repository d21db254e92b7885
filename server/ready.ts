import { fstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/platform/raw-env";
import type { Credentials } from "./administrator";

/** What the person who started the service sees. The administrator's credentials are shown this once. */
export function readyBlock(url: string, administrator: Credentials | string | undefined): string {
  const lines = [`Signpost is ready: ${url}`];
  if (typeof administrator === "string") lines.push("", `Your administrator is in ${administrator}.`);
  else if (administrator) lines.push("", ...credentialLines(administrator));
  return `\n${lines.join("\n")}\n\n`;
}

function credentialLines({ email, password, apiKey }: Credentials): string[] {
  return [
    "Your administrator, shown this once:",
    `  E-mail    ${email}`,
    `  Password  ${password ?? "as ADMIN_PASSWORD says"}`,
    `  API key   ${apiKey ?? "as ADMIN_API_KEY says"}`,
  ];
}

/**
 * The credentials, or where they are: systemd's journal keeps for years what it is told, and shows it to whole groups
 * of users, so in front of it they are put into a file that nobody but its owner can read.
 */
export function keepOutOfJournal(administrator: Credentials | undefined, folder: string) {
  if (!administrator || !writesToJournal()) return administrator;
  const file = join(folder, "administrator");
  writeFileSync(file, `${credentialLines(administrator).slice(1).join("\n")}\n`, { mode: 0o600 });
  return file;
}

/** See systemd.exec(5): the device and inode of what it has connected to its journal. */
function writesToJournal(): boolean {
  const { dev, ino } = fstatSync(1);
  return rawEnv.JOURNAL_STREAM === `${dev}:${ino}`;
}
