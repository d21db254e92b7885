import { fstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/platform/raw-env";
import type { Credentials } from "./administrator";

/** Returns the message to the person who started the service. The administrator's credentials are shown only once. */
export function readyBlock(url: string, administrator: Credentials | string | undefined): string {
  const lines = [`Signpost is ready: ${url}`];
  if (typeof administrator === "string")
    lines.push("", `The credentials of your administrator are in ${administrator}.`);
  else if (administrator) lines.push("", ...credentialLines(administrator));
  return `\n${lines.join("\n")}\n\n`;
}

function credentialLines({ email, password, apiKey }: Credentials): string[] {
  return [
    "Your administrator account (shown only once):",
    `  E-mail    ${email}`,
    `  Password  ${password ?? "from ADMIN_PASSWORD"}`,
    `  API key   ${apiKey ?? "from ADMIN_API_KEY"}`,
  ];
}

/**
 * Returns the credentials, or the path of a file with them if systemd's journal records the output. The journal keeps
 * its lines for years and shows them to whole groups of users, but only the owner can read the file.
 */
export function keepOutOfJournal(administrator: Credentials | undefined, folder: string) {
  if (!administrator || !writesToJournal()) return administrator;
  const file = join(folder, "administrator");
  writeFileSync(file, `${credentialLines(administrator).slice(1).join("\n")}\n`, { mode: 0o600 });
  return file;
}

/**
 * Returns whether the output goes to systemd's journal, whose device and inode JOURNAL_STREAM contains: see
 * systemd.exec(5).
 */
function writesToJournal(): boolean {
  const { dev, ino } = fstatSync(1);
  return rawEnv.JOURNAL_STREAM === `${dev}:${ino}`;
}
