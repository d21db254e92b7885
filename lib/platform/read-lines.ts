import type pg from "pg";
import { openPool } from "./pool";
import { processSingleton } from "./singleton";

/** What its connections are called in Postgres. */
export const READER = "signpost reader";

/** So many more connections while statements on the others take long: what is read in a moment does not wait behind them. */
const MORE_WHEN_SLOW = 4;
const SLOW_MS = 20;

/**
 * Each statement is planned once: with every execution it takes several times as long as the execution. The plan outlives
 * the size that a table had by then, so it is one that does for a large table.
 */
const PLANS = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off";

/**
 * Sends statements over a few connections, each without waiting for the answers to those before. What many ask for at once
 * so costs one write, and wakes Postgres once. For single statements alone, none of which knows of another.
 */
export class ReadLines {
  private readonly lines = new Set<Line>();
  private readonly connections: pg.Pool;

  /** @param most connections that carry what is read */
  constructor(private readonly most: number) {
    this.connections = openPool({
      application_name: READER,
      max: most + MORE_WHEN_SLOW,
      pipeline: true,
      allowExitOnIdle: true,
    });
    // A connection that refuses it, as one that breaks does, still reads.
    this.connections.on("connect", (client) => client.query(PLANS).catch(() => undefined));
  }

  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    const line = this.freest();
    line.underWay++;
    try {
      return await line.query<Row>(statement);
    } finally {
      line.movedAt = performance.now();
      if (--line.underWay === 0) {
        this.lines.delete(line);
        line.release();
      }
    }
  }

  private freest(): Line {
    const quick = [...this.lines].filter((line) => !line.isSlow());
    if (quick.length < this.most && this.lines.size < this.most + MORE_WHEN_SLOW) {
      // Of one that broke, all that is under way fails; what comes next takes another.
      const line = new Line(this.connections.connect(), () => this.lines.delete(line));
      this.lines.add(line);
      return line;
    }
    return (quick.length > 0 ? quick : [...this.lines]).reduce((freest, line) =>
      line.underWay < freest.underWay ? line : freest,
    );
  }
}

class Line {
  underWay = 0;
  /** when it was last free, or had an answer */
  movedAt = performance.now();
  private gathering = false;

  constructor(
    private readonly client: Promise<pg.PoolClient>,
    private readonly broken: () => void,
  ) {
    client.then((open) => open.on("error", broken), broken);
  }

  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    const client = await this.client;
    this.gather(client);
    const { rows } = await client.query<Row>(statement);
    return rows;
  }

  isSlow(): boolean {
    return performance.now() - this.movedAt > SLOW_MS;
  }

  release(): void {
    this.client.then(
      (open) => {
        open.off("error", this.broken);
        open.release();
      },
      () => {},
    );
  }

  /** What is sent in one turn of the event loop is written at its end. */
  private gather({ connection: { stream } }: pg.PoolClient): void {
    if (this.gathering) return;
    this.gathering = true;
    stream.cork();
    setImmediate(() => {
      this.gathering = false;
      stream.uncork();
    });
  }
}

/** For all that users and integrators read: as many as most machines work on at a time. */
export const readLines = () => processSingleton("readLines", () => new ReadLines(4));
