import { totalmem } from "node:os";

/** In bytes, what the container may take, or else what the machine has. */
export function machineMemory(): number {
  // 0, or more than any machine has, where there is no container.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
