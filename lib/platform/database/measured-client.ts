import pg from "pg";
import { env } from "@/lib/platform/env";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { openSpan } from "@/lib/platform/log/tracing";
import { SIGN, signature } from "./author";

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
