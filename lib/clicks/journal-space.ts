import { counts } from "@/lib/platform/counts";
import { type Disk, diskOf } from "@/lib/platform/disk";
import { log } from "@/lib/platform/log";
import { type Usage, usageOf } from "./journal-files";

/** What the journals under `root`, of this process and others, may take of the disk. */
export interface SpaceLimit {
  root: string;
  bytes: number;
}

const COMPLAIN_EVERY = 60_000;

/** The disk of the journals, at most about a second ago. */
export interface JournalDisk {
  free: number;
  /** what the journals leave free */
  reserve: number;
  /** less than that is free, so no click is recorded */
  full: boolean;
}

/**
 * Keeps journals within two limits, of which the closer one holds: what all of them take, and what they leave of the disk.
 * What is there stays, new clicks are refused. They are counted, and the log tells.
 */
export class JournalSpace {
  /** Clicks of this process that were not recorded, since it started. */
  refused = 0;
  private used: Usage = { bytes: 0, refused: 0 };
  private disk: Disk | undefined;
  private complainedAt = 0;

  constructor(
    private readonly directory: string,
    private readonly limit: SpaceLimit,
  ) {}

  /** What others have written, and what has been stored and deleted, shows only by looking. */
  measure(): void {
    this.disk = diskOf(this.limit.root);
    this.used = usageOf(this.limit.root, this.directory);
  }

  /** Why so much may not be written. */
  refusal(bytes: number): string | undefined {
    if (this.used.bytes + bytes > this.limit.bytes) return "the journal has reached JOURNAL_MAX_MB";
    return this.disk && this.disk.free - bytes < this.left(this.disk) ? "the disk is nearly full" : undefined;
  }

  /** Undefined where the system does not tell. */
  get room(): JournalDisk | undefined {
    if (!this.disk) return undefined;
    const reserve = this.left(this.disk);
    return { free: this.disk.free, reserve, full: this.disk.free < reserve };
  }

  /** Once stored, a click takes about as much again, and before its journal is deleted. */
  private left(disk: Disk): number {
    return disk.reserve + this.used.bytes;
  }

  written(bytes: number): void {
    this.used.bytes += bytes;
    if (this.disk) this.disk.free -= bytes;
  }

  refuse(clicks: number, reason: string): void {
    this.refused += clicks;
    counts().clicksRefused += clicks;
    if (Date.now() - this.complainedAt < COMPLAIN_EVERY) return;
    this.complainedAt = Date.now();
    log.error({ directory: this.directory, refused: this.refused, error: reason }, "clicks are not recorded");
  }

  /** Clicks that were not recorded, by this process and by others that live. */
  get allRefused(): number {
    return this.refused + this.used.refused;
  }
}

/** The disk of the journals under `root`, as a process sees it that has none itself. Undefined where the system does not tell. */
export function roomUnder(root: string): JournalDisk | undefined {
  const disk = diskOf(root);
  if (!disk) return undefined;
  const reserve = disk.reserve + usageOf(root, "").bytes;
  return { free: disk.free, reserve, full: disk.free < reserve };
}
