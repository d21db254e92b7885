import { statfsSync } from "node:fs";

const MIB = 2 ** 20;

/** The disk of a folder, in bytes. */
export interface Disk {
  size: number;
  /** free for users other than root */
  free: number;
  /** kept free of waiting clicks, because the database needs it to store them and so to free their space */
  reserve: number;
}

/** Undefined if the system does not report the disk, as on some network file systems. */
export function measureDisk(folder: string): Disk | undefined {
  try {
    const { bsize, blocks, bavail } = statfsSync(folder);
    if (blocks === 0) return undefined;
    const size = bsize * blocks;
    return { size, free: bsize * bavail, reserve: part(size, 0.04, 64, 512) };
  } catch {
    return undefined;
  }
}

/** A share of `size` in bytes, at least `least` and at most `most` MiB. */
export const part = (size: number, ratio: number, least: number, most: number) =>
  Math.round(Math.min(most * MIB, Math.max(least * MIB, ratio * size)));
