import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a thread ran, and how long it was ready but waited for a processor, in ns. */
interface ThreadTimes {
  ran: number;
  waited: number;
}

/** Processor times so far: of the threads that answer visitors and of the drain. */
export interface Times {
  now: number;
  own: number;
  /** by pid */
  web: Map<string, ThreadTimes>;
  /** database processes that read for visitors, by pid: each causes a part of the visitors' waiting */
  database: Map<string, ThreadTimes>;
}

/** A thread is busy if it wants to run for more than this share of the time. */
const BUSY = 0.5;
/** A thread is held up if it waits for more than this share of the time. */
const WAITS = 0.02;
/**
 * Database processes wake up for each statement, which takes a moment each time. So they count as held up only above
 * this share.
 */
const DATABASE_WAITS = 0.1;
/** The drain pauses this many times as long as it ran before. */
const REST = 9;
const STEP = 100_000_000;

/**
 * Lets visitors go first when there is more work than the processors can do. While the threads that answer visitors are
 * busy and have to wait, the drain uses a tenth of a processor, and clicks wait in the journal. Priorities alone do not
 * achieve this: they divide one processor, and the scheduler does not move a thread just because it is in the way.
 */
export class DrainThrottle {
  private last: Times | undefined;
  private rested = false;

  /**
   * @param mayWait size of the journals, in bytes, up to which clicks wait for visitors
   * @param read see `readTimes`; undefined if the system does not report times
   */
  constructor(
    private readonly mayWait: number,
    private readonly read: () => Times | undefined | Promise<Times | undefined>,
  ) {}

  /** Whether visitors recently had to go first, so that pieces of work should be small. */
  get givesWay(): boolean {
    return this.rested;
  }

  /**
   * Pauses the drain if needed. Call it after each piece of work with the bytes that are left; it resolves when the
   * drain may continue.
   */
  async rest(backlog: number, hurries: () => boolean): Promise<void> {
    const before = this.last;
    let times = await this.read();
    this.rested = false;
    if (before && times && backlog < this.mayWait && delaysVisitors(before, times)) {
      this.rested = true;
      const until = times.now + REST * (times.own - before.own);
      for (let resting = true; resting && times && times.now < until && !hurries(); ) {
        const step: Times = times;
        await sleep(Math.min(STEP, until - step.now) / 1e6);
        times = await this.read();
        resting = times !== undefined && isBusy(step, times);
      }
    }
    this.last = times;
  }
}

const delaysVisitors = (from: Times, to: Times) =>
  partsOf(from, to, "web").some(({ wanted, waited }) => wanted > BUSY && waited > WAITS) ||
  isKept(sumOf(partsOf(from, to, "database")));

const isBusy = (from: Times, to: Times) =>
  [...partsOf(from, to, "web"), sumOf(partsOf(from, to, "database"))].some(({ wanted }) => wanted > BUSY);

const isKept = ({ wanted, waited }: Parts) => wanted > BUSY && waited > DATABASE_WAITS * wanted;

/** The share of the elapsed time in which a thread wanted a processor, and the share in which it waited for one. */
interface Parts {
  wanted: number;
  waited: number;
}

function partsOf(from: Times, to: Times, whose: "web" | "database"): Parts[] {
  const between = to.now - from.now;
  return [...to[whose]].map(([pid, { ran, waited }]) => {
    const first = from[whose].get(pid) ?? { ran, waited };
    const waits = (waited - first.waited) / between;
    return { wanted: (ran - first.ran) / between + waits, waited: waits };
  });
}

const sumOf = (parts: Parts[]): Parts => ({
  wanted: parts.reduce((sum, { wanted }) => sum + wanted, 0),
  waited: parts.reduce((sum, { waited }) => sum + waited, 0),
});

/**
 * Processes of a database on this machine: the one that works for the drain, and those that read for visitors and
 * users.
 */
export interface DatabaseProcesses {
  helper: number;
  readers: number[];
}

/**
 * Returns the times of this thread and its database process, of the main thread and its child processes, and of the
 * database's readers. Undefined if the system does not report them: only Linux does, in `/proc/<pid>/schedstat` (see
 * sched-stats in the kernel's documentation).
 */
export function readTimes(database?: DatabaseProcesses): Times | undefined {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ");
    const own = timesOf("thread-self").ran + (database ? timesOf(`${database.helper}`).ran : 0);
    return {
      now: Number(process.hrtime.bigint()),
      own,
      web: new Map([process.pid, ...children.filter(Boolean)].map((pid) => [`${pid}`, timesOf(`${pid}`)])),
      database: new Map(database?.readers.flatMap(timesIfExists)),
    };
  } catch {
    return undefined;
  }
}

function timesOf(name: string): ThreadTimes {
  const [ran, waited] = readFileSync(`/proc/${name}/schedstat`, "utf8").split(" ").map(Number);
  return { ran: ran ?? 0, waited: waited ?? 0 };
}

/** A connection may end between two readings. */
function timesIfExists(pid: number): [string, ThreadTimes][] {
  try {
    return [[`${pid}`, timesOf(`${pid}`)]];
  } catch {
    return [];
  }
}
