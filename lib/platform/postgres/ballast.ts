import { statSync } from "node:fs";
import { appendFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { measureDisk } from "@/lib/platform/files/disk";
import { log } from "@/lib/platform/log/log";

const LOOK_EVERY = 1_000;
/** Grows in small pieces, so that visitors are not delayed. Not zeros, because some file systems do not store them. */
const PIECE = Buffer.alloc(4 * 2 ** 20, crypto.getRandomValues(new Uint8Array(65_521)));

/**
 * Keeps half of the disk's reserve in a file and deletes the file when the disk is nearly full. Postgres cannot even
 * delete without writing, so this gives it space to store the waiting clicks, which frees more. The free space is then
 * still below the reserve, so the journal does not take it. The file is created again once there is space.
 */
export class Ballast {
  private readonly path: string;
  private readonly timer: NodeJS.Timeout;
  private busy = false;

  constructor(private readonly folder: string) {
    this.path = join(folder, "ballast");
    this.timer = setInterval(() => this.look(), LOOK_EVERY).unref();
    this.look();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.adjust();
    } catch (error) {
      log.debug({ error: String(error) }, "room for a full disk cannot be reserved");
    }
    this.busy = false;
  }

  private async adjust(): Promise<void> {
    const disk = measureDisk(this.folder);
    if (!disk) return;
    const { free, reserve } = disk;
    const bytes = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (free < reserve / 4 && bytes > 0) {
      await unlink(this.path);
      log.warn({ free, bytes }, "the disk is nearly full: reserved room is released for the database");
    } else if (free > 2 * reserve && bytes < reserve / 2) {
      await appendFile(this.path, PIECE, { mode: 0o600 });
    }
  }
}
