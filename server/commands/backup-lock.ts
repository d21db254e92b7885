import { text } from "node:stream/consumers";
import { env } from "@/lib/platform/env";
import type { Lock } from "@/server/backups/coding";
import { Misunderstood } from "./command";

const LEAST = 12;

/** By what backups are encrypted and decrypted. Never an argument: these are to be seen by everybody on the machine. */
export async function lockOf(fromStdin: boolean): Promise<Lock> {
  const passphrase = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, "") : env.BACKUP_PASSPHRASE;
  if (passphrase !== undefined && passphrase.length < LEAST)
    throw new Misunderstood(`--passphrase-stdin: the passphrase must be at least ${LEAST} characters.`);
  return { passphrase, recipient: env.BACKUP_RECIPIENT, identity: env.BACKUP_IDENTITY };
}
