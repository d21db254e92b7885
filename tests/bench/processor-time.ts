import { readdirSync, readFileSync } from "node:fs";

/** The kernel's USER_HZ, which is 100 on every architecture that Node runs on (see `man 7 time`). */
const TICKS = 100;

/** The fields of `/proc/<pid>/stat` from the third on: a process's name may contain spaces and brackets. */
function statOf(path: string): string[] {
  const text = readFileSync(`/proc/${path}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const parentOf = (stat: string[]) => Number(stat[1]);
/** utime, stime, and for children that have ended cutime and cstime. */
const secondsIn = (stat: string[]) => stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;

/** Seconds of processor time of these processes and all their children. */
export function processorTime(pids: number[]): number {
  const stats = new Map<number, string[]>();
  for (const name of readdirSync("/proc")) {
    try {
      if (/^\d+$/.test(name)) stats.set(Number(name), statOf(name));
    } catch {
      // The process has ended.
    }
  }
  const belongs = (pid: number): boolean => {
    const stat = stats.get(pid);
    return pids.includes(pid) || (stat !== undefined && parentOf(stat) > 1 && belongs(parentOf(stat)));
  };
  return [...stats].reduce((sum, [pid, stat]) => (belongs(pid) ? sum + secondsIn(stat) : sum), 0);
}

/** Seconds of a process's first thread, which in Node runs all JavaScript except workers. */
export const mainThreadTime = (pid: number) =>
  statOf(`${pid}/task/${pid}`)
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
