import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { log } from "./log";

/** With this niceness, a thread gets a tenth of the time of one that answers visitors when both want it. */
const NICE = 10;

/**
 * Lowers the priority of this thread, because visitors come first on a busy machine. Only on Linux: elsewhere this
 * would change the priority of the whole process.
 */
export function yieldToVisitors(): void {
  if (process.platform === "linux") setPriority(NICE);
}

/** The same for all threads of this process and those that they start. Linux gives each thread a separate priority. */
export function yieldProcess(): void {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, NICE);
}

/** The same for a process that leads a session, such as a process of the database that serves such a thread. */
export function yieldSession(pid: number): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(pid, NICE);
    // The kernel shares the machine between sessions. See sched(7).
    writeFileSync(`/proc/${pid}/autogroup`, `${NICE}`);
  } catch (error) {
    log.debug({ error: String(error) }, "the priority of a process cannot be lowered");
  }
}
