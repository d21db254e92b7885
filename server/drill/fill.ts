import { closeSync, openSync, rmSync, writeSync } from "node:fs";

const PIECES = [Buffer.alloc(2 ** 20), Buffer.alloc(4_096)];

/** Fills a disk with one file, until no space is left. */
export function fillDisk(path: string): { fill(): void; tidy(): void } {
  return {
    fill() {
      const fd = openSync(path, "a");
      try {
        for (const piece of PIECES) while (fits(fd, piece));
      } finally {
        closeSync(fd);
      }
    },
    tidy: () => rmSync(path, { force: true }),
  };
}

function fits(fd: number, piece: Buffer): boolean {
  try {
    return writeSync(fd, piece) === piece.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}
