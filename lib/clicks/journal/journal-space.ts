import { type Disk, measureDisk } from "@/lib/platform/files/disk";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { measureUsage, type Usage } from "./journal-files";

/** The space that the journals of all processes under `root` may use. */
export interface SpaceLimit {
  root: string;
  bytes: number;
}

const COMPLAIN_EVERY = 60_000;

/** The state of the journals' disk, at most about a second old. */
export interface JournalDisk {
  free: number;
  /** space in bytes that the journals leave free */
  reserve: number;
  /** whether less than the reserve is free, so that no click is recorded */
  full: boolean;
}

/**
 * Keeps the journals within two limits, whichever is reached first: their total size, and the space they leave free.
 * Recorded clicks stay; new ones are refused, counted and logged.
 */
export class JournalSpace {
  /** Clicks that this process could not record since its start. */
  refused = 0;
  private used: Usage = { bytes: 0, refused: 0 };
  private disk: Disk | undefined;
  private complainedAt = 0;

  constructor(
    private readonly directory: string,
    private readonly limit: SpaceLimit,
  ) {}

  /** Measures the disk, because other processes write and the drain deletes. */
  measure(): void {
    this.disk = measureDisk(this.limit.root);
    this.used = measureUsage(this.limit.root, this.directory);
  }

  /** Returns why this many bytes may not be written, or undefined if they may. */
  refusal(bytes: number): string | undefined {
    if (this.used.bytes + bytes > this.limit.bytes) return "the journal has reached JOURNAL_MAX_MB";
    return this.disk && this.disk.free - bytes < this.left(this.disk) ? "the disk is nearly full" : undefined;
  }

  /** Undefined if the system does not report the disk's space. */
  get room(): JournalDisk | undefined {
    if (!this.disk) return undefined;
    const reserve = this.left(this.disk);
    return { free: this.disk.free, reserve, full: this.disk.free < reserve };
  }

  /** Storing a click takes about the same space again before its journal is deleted. */
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

  /** Clicks that this process and other living ones could not record. */
  get allRefused(): number {
    return this.refused + this.used.refused;
  }
}

/**
 * Returns the disk of the journals under `root` for a process without a journal. Undefined if the system does not
 * report it.
 */
export function roomUnder(root: string): JournalDisk | undefined {
  const disk = measureDisk(root);
  if (!disk) return undefined;
  const reserve = disk.reserve + measureUsage(root, "").bytes;
  return { free: disk.free, reserve, full: disk.free < reserve };
}
