import { text } from "node:stream/consumers";
import { env } from "@/lib/platform/env";
import type { Encryption } from "@/server/backups/storage/coding";
import { Misunderstood } from "./command";

const LEAST = 12;

/** Returns the key for backups. It is never an argument, because everyone on the machine can see arguments. */
export async function readEncryption(fromStdin: boolean): Promise<Encryption> {
  const passphrase = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, "") : env.BACKUP_PASSPHRASE;
  if (passphrase !== undefined && passphrase.length < LEAST)
    throw new Misunderstood(`--passphrase-stdin: the passphrase must be at least ${LEAST} characters.`);
  return { passphrase, recipient: env.BACKUP_RECIPIENT, identity: env.BACKUP_IDENTITY };
}
