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

/** The same to the nanosecond, of the threads and processes that still run: for work that takes a few milliseconds. */
export function exactTime(pids: number[]): number {
  return sumOfProcesses(pids, (pid) => {
    let nanoseconds = 0;
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
      }
    } catch {
      // It has just ended.
    }
    return nanoseconds / 1e9;
  });
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
