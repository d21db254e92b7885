import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "@/lib/contract/errors";

/** Whether this process runs as root. Postgres refuses to, so it is then started as another user. */
export const isRoot = process.getuid?.() === 0;

/**
 * Creates the folder that a variable names if it is missing. Other users have no access, except that root lets them
 * pass through: the Postgres folder inside belongs to another user.
 *
 * @throws StartError when the folder cannot be created or written
 */
export function openFolder(variable: "DATA_DIR" | "JOURNAL_DIR" | "BACKUP_TO", folder: string): void {
  try {
    makeFolder(folder, isRoot ? 0o711 : 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`${variable} ${folder} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Makes a folder and its parents. Node's `recursive` option does not return where folders cannot be made, as in /proc.
 */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process made it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
