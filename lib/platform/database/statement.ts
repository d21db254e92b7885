import { createHash } from "node:crypto";
import pg from "pg";
import { processSingleton } from "@/lib/platform/singleton";
import { processOf } from "./client";
import { MeasuredClient, openPool, PLANNED_FOR_GROWTH, pool } from "./pool";

interface How {
  /**
   * For a read that takes about a millisecond, whose text is one of few: it is prepared once on each connection, and
   * shares a connection with other such reads without waiting for their answers. Those of visitors have connections of
   * their own. Other statements have a connection for themselves while they run, and are planned for their values.
   */
  quick?: true | "visitor";
  /** ends the database's work on the statement, which then fails */
  signal?: AbortSignal;
}

/**
 * Runs a statement of ours and returns its rows. User input belongs in `values`. Integers of 64 bits become BigInt, as
 * in Prisma's rows.
 */
export async function statement<Row extends object = object>(
  text: string,
  values: unknown[] = [],
  { quick, signal }: How = {},
): Promise<Row[]> {
  if (quick) return await lines()[quick === true ? "reader" : quick].query<Row>(prepared(text, values));
  if (signal) return await untilAborted<Row>({ text, values, types }, signal);
  return (await pool.query<Row>({ text, values, types } as pg.QueryConfig)).rows;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A statement that a connection prepares once. Its name is made from its text: all bundles share the connections. */
export const prepared = (text: string, values: unknown[] = []): pg.QueryConfig => ({
  ...{ name: nameOf(text), text, values },
  types,
});

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("md5").update(text).digest("hex");
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();

async function untilAborted<Row extends object>(query: pg.QueryConfig, signal: AbortSignal): Promise<Row[]> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let failed = false;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = pool.query("select pg_cancel_backend($1)", [processOf(client)]).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    signal.throwIfAborted();
    return (await client.query<Row>(query)).rows;
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // The connection must not run another statement before the request to cancel has arrived.
    await cancelled;
    client.release(failed);
  }
}

/** The application name of the connections for quick reads. */
export const READER = "signpost reader";

/** How many more connections may open while statements are slow, so that quick ones do not wait behind them. */
const MORE_WHEN_SLOW = 4;
const SLOW_MS = 20;

/**
 * Sends statements over a few connections without waiting for the answers to earlier ones. Statements of many callers
 * thus share one write and wake Postgres once.
 */
export class Lines {
  private readonly lines = new Set<Line>();

  /** @param most the usual maximum of connections */
  constructor(
    private readonly most: number,
    private readonly connections: pg.Pool,
  ) {}

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    const line = this.freest();
    line.underWay++;
    try {
      return await line.query<Row>(query);
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

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    const client = await this.client;
    this.gather(client);
    const { rows } = await client.query<Row>(query);
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

/** How many connections serve each kind of reader: for callers, as many as most machines have cores. */
const most = { visitor: 2, reader: 4 };

export const lines = () =>
  processSingleton("lines", () => {
    const max = most.visitor + most.reader + 2 * MORE_WHEN_SLOW;
    // Reads need no author.
    const Client = MeasuredClient;
    const options = { Client, application_name: READER, max, pipeline: true, allowExitOnIdle: true };
    const connections = openPool(options, PLANNED_FOR_GROWTH);
    return { visitor: new Lines(most.visitor, connections), reader: new Lines(most.reader, connections) };
  });

const MOST_CONNECTIONS = 4;

const connections = () =>
  processSingleton("transactionConnections", () =>
    openPool({ max: MOST_CONNECTIONS, pipeline: true, allowExitOnIdle: true }, PLANNED_FOR_GROWTH),
  );

/** A statement that is prepared, so there must be few different texts. */
export type Step = [text: string, values?: unknown[]];

/**
 * Runs statements in a transaction and sends them all at once, for statements that do not need the results of earlier
 * ones. Returns their rows. Throws the error of the first that failed; then nothing was stored.
 */
export async function transaction<Row extends pg.QueryResultRow>(steps: Step[]): Promise<Row[][]> {
  const statements = steps.map((step) => prepared(...step));
  const client = await connections().connect();
  // The statements reject with the same error.
  const ignore = () => {};
  client.on("error", ignore);
  const { stream } = client.connection;
  stream.cork();
  const ends = statements.length > 1;
  const all = ends ? [{ text: "BEGIN" }, ...statements, { text: "COMMIT" }] : statements;
  const sent = all.map((one) => client.query<Row>(one));
  stream.uncork();
  const answers = await Promise.allSettled(sent);
  const failed = answers.find((answer) => answer.status === "rejected");
  client.off("error", ignore);
  // After a failure, it is unknown which of the later statements the connection has prepared.
  client.release(failed !== undefined);
  if (failed) throw failed.reason;
  const rows = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.rows : []));
  return ends ? rows.slice(1, -1) : rows;
}
