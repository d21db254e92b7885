import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { log } from "./log";

/**
 * Visitors come first: on a busy machine this thread works in the time that is left. Elsewhere than on Linux this would
 * be the priority of the whole process.
 */
export function yieldToVisitors(nice: number): void {
  if (process.platform === "linux") setPriority(nice);
}

/** The same for a process of the database that serves such a thread. */
export function yieldDatabase(pid: number, nice: number): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(pid, nice);
    // It leads a session of its own: started from a terminal, its share of the machine is that session's. See sched(7).
    writeFileSync(`/proc/${pid}/autogroup`, `${nice}`);
  } catch (error) {
    log.debug({ error: String(error) }, "a process of the database keeps its priority");
  }
}
