import type pg from "pg";
import { openPool } from "./pool";
import { processSingleton } from "./singleton";

/** Connections that carry all that is read, as many as most machines work on at a time, */
const MOST_LINES = 4;
/** and so many while statements on those take long: what is read in a moment does not wait behind them. */
const MOST_WITH_SLOW = 8;
const SLOW_MS = 20;

/**
 * Sends statements over a few connections, each without waiting for the answers to those before. What many ask for at once
 * so costs one write, and wakes Postgres once. For single statements alone, none of which knows of another.
 */
class ReadLines {
  private readonly lines = new Set<Line>();

  constructor(private readonly connections: pg.Pool) {}

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
    if (quick.length < MOST_LINES && this.lines.size < MOST_WITH_SLOW) {
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

export const readLines = () =>
  processSingleton(
    "readLines",
    () => new ReadLines(openPool({ max: MOST_WITH_SLOW, pipeline: true, allowExitOnIdle: true })),
  );
