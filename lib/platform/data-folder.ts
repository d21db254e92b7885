import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "@/lib/contract/errors";

/** Whether the process may act for other users, and so starts Postgres, which refuses to run as root, as one of them. */
export const isRoot = process.getuid?.() === 0;

/**
 * Creates the folder that a variable names where it is missing. It is closed to other users, except that root lets
 * them pass through it: Postgres's own folder inside belongs to another user.
 *
 * @throws StartError when the folder cannot be created or written
 */
export function openFolder(variable: "DATA_DIR" | "JOURNAL_DIR", folder: string): void {
  try {
    makeFolder(folder, isRoot ? 0o711 : 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`${variable} ${folder} cannot be written: ${(error as Error).message}`);
  }
}

/** Makes a folder and its parents. Node's own way to make parents does not end where nobody can make any, as in /proc. */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
