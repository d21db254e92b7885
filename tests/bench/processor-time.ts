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

/** Seconds of processor time of these processes and all their children, to a hundredth of a second for each. */
export function processorTime(pids: number[]): number {
  return sumOfProcesses(pids, (_, stat) => secondsIn(stat));
}

/**
 * Returns a function that returns the seconds since now, to the nanosecond: for work of a few milliseconds. Time of
 * processes that end meanwhile is missing.
 */
export function startMeter(pids: number[]): () => number {
  const before = nanosecondsOf(pids);
  return () => {
    let sum = 0;
    for (const [pid, nanoseconds] of nanosecondsOf(pids)) sum += nanoseconds - (before.get(pid) ?? 0);
    return sum / 1e9;
  };
}

function nanosecondsOf(pids: number[]): Map<number, number> {
  const found = new Map<number, number>();
  sumOfProcesses(pids, (pid) => {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
        found.set(pid, (found.get(pid) ?? 0) + Number(nanoseconds));
      }
    } catch {
      // It has just ended.
      found.delete(pid);
    }
    return 0;
  });
  return found;
}

function sumOfProcesses(pids: number[], secondsOf: (pid: number, stat: string[]) => number): number {
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
  return [...stats].reduce((sum, [pid, stat]) => (belongs(pid) ? sum + secondsOf(pid, stat) : sum), 0);
}

/** Seconds of a process's first thread, which in Node runs all JavaScript except workers. */
export const mainThreadTime = (pid: number) =>
  statOf(`${pid}/task/${pid}`)
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
