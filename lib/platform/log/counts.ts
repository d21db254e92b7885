import { processSingleton } from "@/lib/platform/singleton";

/** Upper bounds in seconds; each is about 2.5 times the one before. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A histogram of durations: how many fall below each bound. */
export class Durations {
  /** the last element counts the durations above all bounds */
  readonly counts = new Float64Array(BOUNDS.length + 1);
  sum = 0;

  add(seconds: number): void {
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.sum += seconds;
  }
}

/** Requests for one route. */
export interface RequestCounts {
  /** by method and status: `GET 200` */
  answered: Map<string, number>;
  took: Durations;
}

/** What this process has counted since it started. */
export interface Counts {
  visits: VisitCounts;
  /** visits to links, by how they ended (lib/visits/links/outcome.ts) */
  linkVisits: Map<string, number>;
  /** by the route's pattern, never by a path that someone sent */
  requests: Map<string, RequestCounts>;
  mails: { sent: number; kept: number; failed: number; dropped: number; refused: number };
  logIns: { succeeded: number; failed: number; limited: number };
  /** refused uses, by the limiter's name */
  limited: Map<string, number>;
  statements: {
    answered: number;
    failed: number;
    slow: number;
    seconds: number;
    /** when the database last answered one, as `performance.now()` */
    answeredAt: number;
  };
  /** clicks that could not be recorded */
  clicksRefused: number;
  /** by the sweep's name */
  sweeps: Map<string, SweepCounts>;
  /** requests for pages that were refused because too many were waiting or no process could draw them */
  pagesRefused: { busy: number; unavailable: number };
  spans: { sent: number; dropped: number };
}

export interface SweepCounts {
  /** when it last ended, in Unix milliseconds */
  ranAt: number;
  seconds: number;
  failures: number;
}

/** Offset of the status in `byStatus` for answers that are clicks. */
export const CLICKED = 600;
/** One of this many visits is timed, because timing all would make visits 1 % slower. */
const TIMED = 16;

/** Counts answers to visitors. It uses plain fields, so that counting adds no look-up to a redirect. */
export class VisitCounts {
  readonly byStatus = new Float64Array(2 * CLICKED);
  readonly took = new Durations();
  private turn = 0;

  /** Starts a visit. Pass the result to `answered`; 0 if the visit is not timed. */
  begin(): number {
    this.turn = (this.turn + 1) % TIMED;
    return this.turn === 0 ? performance.now() : 0;
  }

  answered(status: number, isClick: boolean, begunAt: number): void {
    const place = isClick ? status + CLICKED : status;
    this.byStatus[place] = (this.byStatus[place] as number) + 1;
    if (begunAt > 0) this.took.add((performance.now() - begunAt) / 1_000);
  }
}

/** Plain fields that both module graphs add to and `/metrics` reads. */
export const counts = () =>
  processSingleton<Counts>("counts", () => ({
    visits: new VisitCounts(),
    linkVisits: new Map(),
    requests: new Map(),
    mails: { sent: 0, kept: 0, failed: 0, dropped: 0, refused: 0 },
    logIns: { succeeded: 0, failed: 0, limited: 0 },
    limited: new Map(),
    statements: { answered: 0, failed: 0, slow: 0, seconds: 0, answeredAt: Number.NEGATIVE_INFINITY },
    clicksRefused: 0,
    sweeps: new Map(),
    pagesRefused: { busy: 0, unavailable: 0 },
    spans: { sent: 0, dropped: 0 },
  }));

/** Counts a request. `route` must be a pattern of the service, so that the number of routes is bounded. */
export function countRequest(route: string, method: string, status: number, seconds: number): void {
  const { requests } = counts();
  let known = requests.get(route);
  if (!known) {
    known = { answered: new Map(), took: new Durations() };
    requests.set(route, known);
  }
  const answer = `${METHODS.has(method) ? method : "other"} ${status}`;
  known.answered.set(answer, (known.answered.get(answer) ?? 0) + 1);
  known.took.add(seconds);
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
