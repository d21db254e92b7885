import { totalmem } from "node:os";

/** The memory limit of the container, or else the memory of the machine, in bytes. */
export function machineMemory(): number {
  // Without a container, this is 0 or more than any machine has.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
