import { log } from "@/lib/log";
import { type Usage, usageOf } from "./journal-files";

/** What the journals under `root`, of this process and others, may take of the disk. */
export interface SpaceLimit {
  root: string;
  bytes: number;
}

const COMPLAIN_EVERY = 60_000;

/**
 * Keeps journals within a limit: what is there stays, new clicks are refused. They are counted, and the log tells.
 */
export class JournalSpace {
  /** Clicks of this process that were not recorded, since it started. */
  refused = 0;
  private used: Usage = { bytes: 0, refused: 0 };
  private complainedAt = 0;

  constructor(
    private readonly directory: string,
    private readonly limit: SpaceLimit,
  ) {}

  /** What others have written, and what has been stored and deleted, shows only by looking. */
  measure(): void {
    this.used = usageOf(this.limit.root, this.directory);
  }

  fits(bytes: number): boolean {
    return this.used.bytes + bytes <= this.limit.bytes;
  }

  written(bytes: number): void {
    this.used.bytes += bytes;
  }

  refuse(clicks: number, reason: string): void {
    this.refused += clicks;
    if (Date.now() - this.complainedAt < COMPLAIN_EVERY) return;
    this.complainedAt = Date.now();
    log.error({ directory: this.directory, refused: this.refused, error: reason }, "clicks are not recorded");
  }

  /** Clicks that were not recorded, by this process and by others that live. */
  get allRefused(): number {
    return this.refused + this.used.refused;
  }
}
