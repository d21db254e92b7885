import { type OpenedPlace, openPlace, openSource } from "@/server/backups/places";
import { Misunderstood } from "./command";

type Values = Record<string, unknown>;

interface Bounds {
  usual: number;
  least: number;
  most?: number;
  /** whether parts of one make sense */
  parts?: boolean;
}

/** The number that a flag gives. */
export function numberOf(values: Values, flag: string, { usual, least, most = Infinity, parts }: Bounds): number {
  if (values[flag] === undefined) return usual;
  const number = Number(values[flag]);
  if (values[flag] === "" || !(number >= least && number <= most) || !(parts || Number.isInteger(number)))
    throw new Misunderstood(
      `--${flag} takes a ${parts ? "" : "whole "}number from ${least}${most === Infinity ? " on" : ` to ${most}`}.`,
    );
  return number;
}

/** A place of backups, or a backup in it: what the flag says, or else a variable. */
export const placeOf = (values: Values, flag: string, otherwise?: string) => opened(openPlace, values, flag, otherwise);

/** The same, to read from. */
export const sourceOf = (values: Values, flag: string, otherwise?: string) =>
  opened(openSource, values, flag, otherwise);

async function opened(open: typeof openPlace, values: Values, flag: string, otherwise?: string): Promise<OpenedPlace> {
  const given = values[flag] ?? otherwise;
  if (typeof given !== "string" || given === "")
    throw new Misunderstood(`--${flag} is missing: a folder, or s3://bucket/prefix, as BACKUP_TO says it, too.`);
  try {
    return await open(given);
  } catch (error) {
    throw new Misunderstood(`--${flag}: ${(error as Error).message}`);
  }
}
