import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { log } from "./log";

/**
 * Lowers the priority of this thread, because visitors come first on a busy machine. Only on Linux: elsewhere this
 * would change the priority of the whole process.
 */
export function yieldToVisitors(nice: number): void {
  if (process.platform === "linux") setPriority(nice);
}

/** The same for all threads of this process and those that they start. Linux gives each thread a separate priority. */
export function yieldProcess(nice: number): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, nice);
}

/** Lowers the priority of a database process that serves such a thread. */
export function yieldDatabase(pid: number, nice: number): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(pid, nice);
    // The process leads its own session, and the kernel shares the machine between sessions. See sched(7).
    writeFileSync(`/proc/${pid}/autogroup`, `${nice}`);
  } catch (error) {
    log.debug({ error: String(error) }, "the priority of a database process cannot be lowered");
  }
}
