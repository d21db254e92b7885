import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a thread has run, and how long it waited for a processor while it could have, in ns. */
interface ThreadTimes {
  ran: number;
  waited: number;
}

/** What threads have done so far: those that answer visitors, by pid, and what the drain has had of the processors. */
export interface Times {
  now: number;
  own: number;
  web: Map<string, ThreadTimes>;
}

/** A thread is busy that wants to run for more than this part of the time, */
const BUSY = 0.5;
/** and is kept from it when it has to wait for more than this part. */
const WAITS = 0.02;
/** The drain rests so many times as long as it ran. */
const REST = 9;
const STEP = 100_000_000;

/**
 * Lets visitors go first where there are fewer processors than work: while those who answer them are busy and have to
 * wait, the drain takes a tenth of a processor, and clicks wait in the journal. Priorities alone do not do that: they
 * share out one processor, and a thread is not moved to another for being in the way.
 */
export class DrainThrottle {
  private last: Times | undefined;
  private rested = false;

  /**
   * @param mayWait bytes of the journals up to which clicks wait for visitors
   * @param read see `readTimes`; undefined where a system does not tell
   */
  constructor(
    private readonly mayWait: number,
    private readonly read: () => Times | undefined,
  ) {}

  /** Whether visitors had to be let go first lately: then a piece of work had better be small. */
  get givesWay(): boolean {
    return this.rested;
  }

  /** To be called after each piece of work, with the bytes that are left. Resolves when the drain may go on. */
  async rest(backlog: number, hurries: () => boolean): Promise<void> {
    const before = this.last;
    let times = this.read();
    this.rested = false;
    if (before && times && backlog < this.mayWait && inTheWay(before, times)) {
      this.rested = true;
      const until = times.now + REST * (times.own - before.own);
      for (let resting = true; resting && times && times.now < until && !hurries(); ) {
        const step: Times = times;
        await sleep(Math.min(STEP, until - step.now) / 1e6);
        times = this.read();
        resting = times !== undefined && someThread(step, times, ({ wanted }) => wanted > BUSY);
      }
    }
    this.last = times;
  }
}

const inTheWay = (from: Times, to: Times) =>
  someThread(from, to, ({ wanted, waited }) => wanted > BUSY && waited > WAITS);

/** Whether some thread that answers visitors has been so, as parts of the time between. */
function someThread(from: Times, to: Times, test: (parts: { wanted: number; waited: number }) => boolean): boolean {
  const between = to.now - from.now;
  return [...to.web].some(([pid, { ran, waited }]) => {
    const first = from.web.get(pid);
    if (!first) return false;
    const waits = (waited - first.waited) / between;
    return test({ wanted: (ran - first.ran) / between + waits, waited: waits });
  });
}

/**
 * Reads the times of this thread and of `helper`, a process on this machine that works for it, and those of the main
 * thread and of the processes that it has started. Undefined where the system does not tell: only Linux does, in
 * `/proc/<pid>/schedstat` (see its documentation, sched-stats).
 */
export function readTimes(helper?: number): Times | undefined {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ");
    const web = new Map<string, ThreadTimes>();
    for (const pid of [`${process.pid}`, ...children.filter(Boolean)]) web.set(pid, timesOf(pid));
    const own = timesOf("thread-self").ran + (helper === undefined ? 0 : timesOf(`${helper}`).ran);
    return { now: Number(process.hrtime.bigint()), own, web };
  } catch {
    return undefined;
  }
}

function timesOf(name: string): ThreadTimes {
  const [ran, waited] = readFileSync(`/proc/${name}/schedstat`, "utf8").split(" ").map(Number);
  return { ran: ran ?? 0, waited: waited ?? 0 };
}
