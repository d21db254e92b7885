import { statSync } from "node:fs";
import { appendFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { diskOf } from "@/lib/platform/disk";
import { log } from "@/lib/platform/log";

const LOOK_EVERY = 1_000;
/** It grows slowly, as visitors come first. Not zeros, of which some file systems store nothing. */
const PIECE = Buffer.alloc(4 * 2 ** 20, crypto.getRandomValues(new Uint8Array(65_521)));

/**
 * Keeps half of the disk's reserve in a file beside the database's own, and deletes it when the disk is nearly full: that
 * gives Postgres, which cannot even delete without writing, the room to store the clicks that wait, and so to make more.
 * There is less than the reserve all the same, so the journal does not take it. Once there is room again, so is the file.
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
      log.debug({ error: String(error) }, "nothing can be kept for a full disk");
    }
    this.busy = false;
  }

  private async adjust(): Promise<void> {
    const disk = diskOf(this.folder);
    if (!disk) return;
    const { free, reserve } = disk;
    const bytes = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (free < reserve / 4 && bytes > 0) {
      await unlink(this.path);
      log.warn({ free, bytes }, "the disk is nearly full: the database gets what was kept for this");
    } else if (free > 2 * reserve && bytes < reserve / 2) {
      await appendFile(this.path, PIECE, { mode: 0o600 });
    }
  }
}
