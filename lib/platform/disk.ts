import { statfsSync } from "node:fs";

const MIB = 2 ** 20;

/** Of the disk that a folder is on, in bytes. */
export interface Disk {
  size: number;
  /** what those may still take who are not root */
  free: number;
  /** what clicks that wait leave to the database: without it they could not be stored, and would keep the disk full */
  reserve: number;
}

/** Undefined where the system does not tell, as on some network file systems. */
export function diskOf(folder: string): Disk | undefined {
  try {
    const { bsize, blocks, bavail } = statfsSync(folder);
    if (blocks === 0) return undefined;
    const size = bsize * blocks;
    return { size, free: bsize * bavail, reserve: part(size, 0.04, 64, 512) };
  } catch {
    return undefined;
  }
}

/** A part of a disk, between `least` and `most` MiB. */
export const part = (size: number, ratio: number, least: number, most: number) =>
  Math.round(Math.min(most * MIB, Math.max(least * MIB, ratio * size)));
