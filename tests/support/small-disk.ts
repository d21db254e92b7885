import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { chmod, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "./server";

export interface SmallDisk {
  folder: string;
  /** Fills all free space and, with `greedily`, space that becomes free, until `tidy`. */
  fill(greedily?: boolean): void;
  tidy(): void;
  remove(): Promise<void>;
}

/** A disk in memory, or the reason why there is none. */
export async function mountSmallDisk(mib: number): Promise<SmallDisk | string> {
  const folder = await temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    await rmdir(folder);
    return `no disk can be mounted here: ${(error as Error).message.trim()}`;
  }
  await chmod(folder, 0o755);
  const hog = join(folder, "hog");
  let filling: NodeJS.Timeout | undefined;
  const tidy = () => {
    clearInterval(filling);
    rmSync(hog, { force: true });
  };
  return {
    folder,
    fill(greedily = false) {
      takeAll(hog);
      if (greedily) filling = setInterval(() => takeAll(hog), 20);
    },
    tidy,
    async remove() {
      tidy();
      // Processes that have just ended may still use it.
      for (let tries = 0; ; tries++) {
        try {
          execFileSync("umount", tries < 20 ? [folder] : ["--lazy", folder], { stdio: "pipe" });
          return rmdir(folder);
        } catch (error) {
          if (tries >= 20) throw error;
          await sleep(250);
        }
      }
    },
  };
}

function takeAll(path: string): void {
  const fd = openSync(path, "a");
  try {
    for (const piece of [Buffer.alloc(2 ** 20), Buffer.alloc(4_096)]) while (writesAll(fd, piece));
  } finally {
    closeSync(fd);
  }
}

function writesAll(fd: number, piece: Buffer): boolean {
  try {
    return writeSync(fd, piece) === piece.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}
