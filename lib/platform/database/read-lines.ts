import type pg from "pg";
import { processSingleton } from "@/lib/platform/singleton";
import { planForGrowth } from "./plans-for-growth";
import { openPool } from "./pool";

/** The application name of these connections in Postgres. */
export const READER = "signpost reader";

/** How many more connections may open while statements are slow, so that fast ones do not wait behind them. */
const MORE_WHEN_SLOW = 4;
const SLOW_MS = 20;

/**
 * Sends statements over a few connections without waiting for the answers to earlier ones. Statements of many callers
 * thus share one write and wake Postgres once. Only for single statements that do not depend on each other.
 */
export class ReadLines {
  private readonly lines = new Set<Line>();
  private readonly connections: pg.Pool;

  /** @param most the usual maximum of connections */
  constructor(private readonly most: number) {
    this.connections = openPool({
      application_name: READER,
      max: most + MORE_WHEN_SLOW,
      pipeline: true,
      allowExitOnIdle: true,
    });
    planForGrowth(this.connections);
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
      // If a connection breaks, its statements fail, and later ones use another connection.
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
  /** when it was last idle or received an answer */
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

  /** Everything that is sent in one turn of the event loop is written at its end. */
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

/** The connections for everything that users and integrations read: as many as most machines have cores. */
export const readLines = () => processSingleton("readLines", () => new ReadLines(4));
