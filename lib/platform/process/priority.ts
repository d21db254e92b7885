import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { log } from "@/lib/platform/log/log";

/** Background work that may take hours keeps its low priority for this long. Then it needs a larger share to finish. */
const MODEST_MS = 5 * 60_000;
/** The time in which the niceness falls by one. */
const STEP_MS = 60_000;

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

const sessions = new Set<number>();

/** The same for a process that leads a session, such as a process of the database that serves such a thread. */
export function yieldSession(pid: number): void {
  if (process.platform !== "linux") return;
  sessions.add(pid);
  try {
    setPriority(pid, NICE);
    // The kernel shares the machine between sessions. See sched(7).
    writeFileSync(`/proc/${pid}/autogroup`, `${NICE}`);
  } catch (error) {
    log.debug({ error: String(error) }, "the priority of a process cannot be lowered");
  }
}

/**
 * Raises the priority of this process, of those that it started, and of the sessions that it lowered, once they have run
 * for long: on a machine that is always busy they would otherwise hardly run at all. The kernel allows this to root, and
 * to others only if RLIMIT_NICE or CAP_SYS_NICE does. Returns the timer, which does not keep the process running.
 */
export function raiseOverTime(modestMs = MODEST_MS, stepMs = STEP_MS): NodeJS.Timeout | undefined {
  if (process.platform !== "linux") return undefined;
  const begun = performance.now();
  return setInterval(() => {
    const steps = Math.floor((performance.now() - begun - modestMs) / stepMs);
    if (steps <= 0) return;
    const niceness = Math.max(0, NICE - steps);
    for (const pid of [process.pid, ...descendantsOf(process.pid), ...sessions]) raise(pid, niceness);
  }, stepMs).unref();
}

function raise(pid: number, niceness: number): void {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    const lower = threads.filter((thread) => getPriority(thread) > niceness);
    for (const thread of lower) setPriority(thread, niceness);
    if (lower.length > 0) writeFileSync(`/proc/${pid}/autogroup`, `${niceness}`);
  } catch (error) {
    // It has ended, or this account may not.
    log.debug({ error: String(error) }, "the priority of a process cannot be raised");
  }
}

function descendantsOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}
