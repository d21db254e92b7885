import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeScratch } from "@/lib/platform/postgres/scratch-postgres";

const NAME = /^scratch-(\d+)$/;

/**
 * The folder in which this process restores a backup that it only checks. It is on the disk of DATA_DIR, if DATA_DIR
 * exists.
 */
export function scratchFolder(dataDir: string): string {
  return join(existsSync(dataDir) ? dataDir : tmpdir(), `scratch-${process.pid}`);
}

/** Removes the scratch folders of processes that were killed. */
export function sweepScratch(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) removeScratch(join(dataDir, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
