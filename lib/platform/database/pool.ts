import { AsyncLocalStorage } from "node:async_hooks";
import { isMainThread } from "node:worker_threads";
import pg from "pg";
import { env } from "@/lib/platform/env";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { openSpan } from "@/lib/platform/log/tracing";
import { machineMemory } from "@/lib/platform/machine-memory";
import { processSingleton } from "@/lib/platform/singleton";
import { actAs, SIGN, signature } from "./author";
import { NOTICES_LOSS } from "./client";
import { CONNECTION_WAIT_MS } from "./outage";

// pg has an overload for each kind of call.
const sendPlain = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;

type Done = (error: Error | null, result?: unknown) => void;

/**
 * A connection that counts statements, logs slow ones and adds them to traces: with their text, never with their
 * values.
 */
export class MeasuredClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool listens for errors only while a connection is idle. A connection that breaks between two statements
    // while it is in use must not end the process: the next statement fails, and the pool drops the connection.
    this.on("error", () => undefined);
  }

  override query = ((statement: unknown, ...rest: unknown[]): unknown => {
    const text = textOf(statement);
    // The duration of a stream of rows depends on its reader.
    if (text === undefined) return sendPlain.call(this, statement, ...rest);
    const values = Array.isArray(rest[0]) ? rest[0] : undefined;
    const run = (done: Done) => {
      const end = measure(text);
      this.send(statement as string | pg.QueryConfig, values, (error, result) => {
        end(error);
        done(error, result);
      });
    };
    const done = rest.at(-1);
    if (typeof done === "function") return run(done as Done);
    return new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    }).catch((error) => {
      // As in pg, the stack leads to the caller instead of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  }) as pg.Client["query"];

  protected send(statement: string | pg.QueryConfig, values: unknown[] | undefined, done: Done): void {
    sendPlain.call(this, statement, values, done);
  }
}

/**
 * A connection whose first statement of each transaction, or whose single statement, says who acts. Both travel in one
 * message and run in one transaction, so this takes no round trip, and what is said ends with the transaction.
 */
export class SigningClient extends MeasuredClient {
  private underWay = 0;

  protected override send(statement: string | pg.QueryConfig, values: unknown[] | undefined, answer: Done): void {
    // Statements that are sent without waiting for earlier answers belong to the transaction of the first.
    const isFirst = this.underWay++ === 0 && this.getTransactionStatus() === "I";
    const signed = isFirst ? signature() : undefined;
    const done: Done = (error, result) => {
      this.underWay--;
      answer(error, result);
    };
    if (signed) sendPlain.call(this, new SignedQuery(statement, values, signed, done));
    else super.send(statement, values, done);
  }
}

class SignedQuery extends pg.Query {
  readonly query_timeout: unknown;

  constructor(
    statement: string | pg.QueryConfig,
    values: unknown[] | undefined,
    private readonly signature: string,
    done: Done,
  ) {
    const config: pg.QueryConfig = typeof statement === "string" ? { text: statement } : statement;
    // Only this mode ends with the message that also ends the transaction.
    const mode = { queryMode: "extended" };
    super({ ...config, ...mode }, values, (error, result: unknown) => done(error ?? null, withoutFirst(result)));
    this.query_timeout = (config as { query_timeout?: unknown }).query_timeout;
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    connection.parse({ name: "", text: SIGN, types: [] }, true);
    connection.bind({ values: [this.signature] }, true);
    connection.execute({}, true);
    pg.Query.prototype.submit.call(this, connection);
    connection.stream.uncork();
  };
}

/** The first result is that of `SIGN`. An empty text has none. */
const withoutFirst = (result: unknown) => (Array.isArray(result) ? result[1] : result);

function textOf(statement: unknown): string | undefined {
  if (typeof statement === "string") return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return submit === undefined && typeof text === "string" ? text : undefined;
}

const MOST_CHARACTERS = 2_000;

const shown = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, MOST_CHARACTERS);

/** At the first start, pg-boss creates its tables in one long statement. No visitor and no request waits for it. */
const CREATES_TABLES = /\bCREATE SCHEMA\b/;

/** Returns a function to call when the statement has ended. */
function measure(text: string): (error?: Error | null) => void {
  const { statements } = counts();
  const begun = performance.now();
  const span = openSpan("database", () => ({ "db.system.name": "postgresql", "db.query.text": shown(text) }));
  return (error) => {
    const ended = performance.now();
    const ms = ended - begun;
    statements.seconds += ms / 1_000;
    if (error) statements.failed++;
    else {
      statements.answered++;
      statements.answeredAt = ended;
    }
    span?.end(error);
    if (ms < env.SLOW_STATEMENT_MS || CREATES_TABLES.test(text)) return;
    statements.slow++;
    log.warn({ ms: Math.round(ms), statement: shown(text) }, "a statement took long");
  };
}

/** How long a statement may take (ms), and one of a process that yields to visitors, which may hardly get to run. */
const ANSWER_WITHIN_MS = 10_000;
const ANSWER_SLOWLY_WITHIN_MS = 120_000;

/**
 * The database ends a slow statement itself, before this process stops waiting. Otherwise it would go on working on it.
 * Waiting for a lock is not an outage, so it ends earlier, with another error.
 */
const timeLimits = (answerWithinMs: number) =>
  `SET statement_timeout = ${answerWithinMs - 500}; SET lock_timeout = '8s'`;

/**
 * Makes each connection plan a statement once, because planning takes several times as long as the execution. The plan
 * outlives the present size of a table, so it must suit a large one. That also applies to the statements of triggers
 * and foreign keys: planned while a table was small, each new row would read all of that table.
 */
export const PLANNED_FOR_GROWTH = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off";

/**
 * A pool that makes connections as they are needed. Their parameters are set after their start, because poolers such as
 * PgBouncer refuse them in it.
 */
export function openPool(options: pg.PoolConfig, parameters = ""): pg.Pool {
  const created = new pg.Pool({
    Client: SigningClient,
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    ...NOTICES_LOSS,
    // A database that accepts queries but answers none, such as a frozen host or a network that drops packets, is an
    // outage.
    query_timeout: ANSWER_WITHIN_MS,
    onConnect: (client) =>
      // A statement that says who acts cannot be several.
      actAs(undefined, () => client.query(`${timeLimits(Number(created.options.query_timeout))}; ${parameters}`)).catch(
        unlessRefused,
      ),
    ...options,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query. While the pool is being
  // closed, a broken connection does not matter.
  created.on("error", (error) => {
    if (!created.ending) log.warn({ error: error.message }, "lost a database connection");
  });
  keepContext(created);
  opened().add(created);
  return created;
}

const opened = () => processSingleton("pools", () => new Set<pg.Pool>());

/** Closes all connections of the pools, before a stop ends the database. */
export const closePools = () => Promise.all([...opened()].map((one) => one.ending || one.end()));

/** Each connection is a process of Postgres, which grows to 10 MiB and more. */
const MEMORY_OF_ONE = 64 * 2 ** 20;

/** A statement has the author and the trace of its caller, not those of the caller that releases the connection. */
function keepContext(created: pg.Pool): void {
  const connect = created.connect.bind(created) as (done?: (...args: never[]) => unknown) => unknown;
  created.connect = ((done?: (...args: never[]) => unknown) =>
    connect(done && AsyncLocalStorage.bind(done))) as pg.Pool["connect"];
}

/** A connection that does not accept the parameters still works. */
function unlessRefused(error: Error): void {
  if (!("severity" in error)) throw error;
}

const FEWEST = 5;
const MOST = 20;
/** The total of all workers on one machine is bounded too. */
const share = () =>
  Math.floor(Math.min(60, machineMemory() / MEMORY_OF_ONE) / (env.WEB_CONCURRENCY + env.PAGE_PROCESSES));

/**
 * Plain SQL, for cache misses of redirects and for counting. Prisma shares these connections. A thread beside the main
 * one has few of them.
 */
export const pool = processSingleton("pool", () =>
  openPool({ max: isMainThread ? Math.min(MOST, Math.max(FEWEST, share())) : FEWEST }),
);

/** Lets the statements of connections that are opened from now on take minutes. */
export function allowSlowStatements(): void {
  pool.options.query_timeout = ANSWER_SLOWLY_WITHIN_MS;
}
