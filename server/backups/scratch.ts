import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeScratch } from "@/lib/platform/postgres/scratch-postgres";

const NAME = /^scratch-(\d+)$/;

/** Where this process restores what it only looks at: on the disk of DATA_DIR, where it is on this machine. */
export function scratchFolder(dataDir: string): string {
  return join(existsSync(dataDir) ? dataDir : tmpdir(), `scratch-${process.pid}`);
}

/** Removes what processes have left that were killed. */
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
