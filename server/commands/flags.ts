import { text } from "node:stream/consumers";
import { env } from "@/lib/platform/env";
import type { Encryption } from "@/server/backups/storage/coding";
import { type OpenedPlace, openPlace, openSource } from "@/server/backups/storage/places";
import { Misunderstood } from "./command";

type Values = Record<string, unknown>;

/** Parses a flag's whole number. */
export function parseCount(values: Values, flag: string, usual: number): number {
  if (values[flag] === undefined) return usual;
  const number = Number(values[flag]);
  if (values[flag] === "" || !Number.isInteger(number) || number < 0)
    throw new Misunderstood(`--${flag} must be a whole number of at least 0.`);
  return number;
}

/** Opens the place of backups, or one backup in it, that a flag or a variable names. */
export const openPlaceFlag = (values: Values, flag: string, otherwise?: string) =>
  opened(openPlace, values, flag, otherwise);

/** Does the same for reading. */
export const openSourceFlag = (values: Values, flag: string, otherwise?: string) =>
  opened(openSource, values, flag, otherwise);

async function opened(open: typeof openPlace, values: Values, flag: string, otherwise?: string): Promise<OpenedPlace> {
  const given = values[flag] ?? otherwise;
  if (typeof given !== "string" || given === "")
    throw new Misunderstood(`--${flag} is missing. Give a folder or s3://bucket/prefix, or set BACKUP_TO.`);
  try {
    return await open(given);
  } catch (error) {
    throw new Misunderstood(`--${flag}: ${(error as Error).message}`);
  }
}

const LEAST = 12;

/** Returns the key for backups. It is never an argument, because everyone on the machine can see arguments. */
export async function readEncryption(fromStdin: boolean): Promise<Encryption> {
  const passphrase = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, "") : env.BACKUP_PASSPHRASE;
  if (passphrase !== undefined && passphrase.length < LEAST)
    throw new Misunderstood(`--passphrase-stdin: the passphrase must be at least ${LEAST} characters.`);
  return { passphrase, recipient: env.BACKUP_RECIPIENT, identity: env.BACKUP_IDENTITY };
}
