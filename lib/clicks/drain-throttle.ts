import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a thread has run, and how long it waited for a processor while it could have, in ns. */
interface ThreadTimes {
  ran: number;
  waited: number;
}

/** What threads have done so far: those that answer visitors, and what the drain has had of the processors. */
export interface Times {
  now: number;
  own: number;
  /** by pid */
  web: Map<string, ThreadTimes>;
  /** processes of the database that read for them, by pid: each has a part of what one has to wait for */
  database: Map<string, ThreadTimes>;
}

/** A thread is busy that wants to run for more than this part of the time, */
const BUSY = 0.5;
/** and is kept from it when it has to wait for more than this part. */
const WAITS = 0.02;
/** Processes of the database wake for each statement, which takes a moment each time: more than this part of what they want is in the way. */
const DATABASE_WAITS = 0.1;
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
    private readonly read: () => Times | undefined | Promise<Times | undefined>,
  ) {}

  /** Whether visitors had to be let go first lately: then a piece of work had better be small. */
  get givesWay(): boolean {
    return this.rested;
  }

  /** To be called after each piece of work, with the bytes that are left. Resolves when the drain may go on. */
  async rest(backlog: number, hurries: () => boolean): Promise<void> {
    const before = this.last;
    let times = await this.read();
    this.rested = false;
    if (before && times && backlog < this.mayWait && inTheWay(before, times)) {
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

const inTheWay = (from: Times, to: Times) =>
  partsOf(from, to, "web").some(({ wanted, waited }) => wanted > BUSY && waited > WAITS) ||
  isKept(together(partsOf(from, to, "database")));

const isBusy = (from: Times, to: Times) =>
  [...partsOf(from, to, "web"), together(partsOf(from, to, "database"))].some(({ wanted }) => wanted > BUSY);

const isKept = ({ wanted, waited }: Parts) => wanted > BUSY && waited > DATABASE_WAITS * wanted;

/** What somebody wanted of a processor, and waited for of it, as parts of the time between. */
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

const together = (parts: Parts[]): Parts => ({
  wanted: parts.reduce((sum, { wanted }) => sum + wanted, 0),
  waited: parts.reduce((sum, { waited }) => sum + waited, 0),
});

/** Processes of a database on this machine: the one that works for the drain, and those that read for visitors and users. */
export interface DatabaseProcesses {
  helper: number;
  readers: number[];
}

/**
 * Reads the times of this thread and of the process that works for it, those of the main thread and of the processes that
 * it has started, and those of the database. Undefined where the system does not tell: only Linux does, in
 * `/proc/<pid>/schedstat` (see its documentation, sched-stats).
 */
export function readTimes(database?: DatabaseProcesses): Times | undefined {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ");
    const own = timesOf("thread-self").ran + (database ? timesOf(`${database.helper}`).ran : 0);
    return {
      now: Number(process.hrtime.bigint()),
      own,
      web: new Map([process.pid, ...children.filter(Boolean)].map((pid) => [`${pid}`, timesOf(`${pid}`)])),
      database: new Map(database?.readers.flatMap(stillThere)),
    };
  } catch {
    return undefined;
  }
}

function timesOf(name: string): ThreadTimes {
  const [ran, waited] = readFileSync(`/proc/${name}/schedstat`, "utf8").split(" ").map(Number);
  return { ran: ran ?? 0, waited: waited ?? 0 };
}

/** A connection may end between two looks. */
function stillThere(pid: number): [string, ThreadTimes][] {
  try {
    return [[`${pid}`, timesOf(`${pid}`)]];
  } catch {
    return [];
  }
}
