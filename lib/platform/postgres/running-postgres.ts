import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/lib/contract/errors";
import { refuseOtherMajor, SUPERUSER } from "./cluster";

/** The URL of the embedded Postgres that another process runs on a data folder; undefined if there is none. */
export function runningPostgres(folder: string): string | undefined {
  try {
    const password = readFileSync(join(folder, "postgres-password"), "utf8").trim();
    // The port is on the fourth line.
    const port = readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
    return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  } catch {
    return undefined;
  }
}

/**
 * The URL of the embedded Postgres that the service before this one runs, and leaves running when it ends.
 *
 * @throws StartError when none runs, or when our Postgres cannot use its files
 */
export async function postgresOfOther(folder: string): Promise<string> {
  await refuseOtherMajor(folder);
  const url = runningPostgres(folder);
  if (url === undefined) throw new StartError(`The database in ${folder} is not running.`);
  return url;
}
