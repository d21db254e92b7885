import pg from "pg";
import { env } from "@/lib/platform/env";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { openSpan } from "@/lib/platform/log/tracing";

type Done = (error: Error | null, ...results: unknown[]) => void;

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

  // pg has an overload for each kind of call.
  override query = ((statement: unknown, ...rest: unknown[]): unknown => {
    const query = super.query as (...args: unknown[]) => unknown;
    const text = textOf(statement);
    // The duration of a stream of rows depends on its reader.
    if (text === undefined) return query.call(this, statement, ...rest);
    const end = measure(text);
    const done = rest.at(-1);
    if (typeof done !== "function") {
      const answer = query.call(this, statement, ...rest) as Promise<unknown>;
      answer.then(() => end(), end);
      return answer;
    }
    const measured: Done = (error, ...results) => {
      end(error);
      (done as Done)(error, ...results);
    };
    return query.call(this, statement, ...rest.slice(0, -1), measured);
  }) as pg.Client["query"];
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === "string") return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return submit === undefined && typeof text === "string" ? text : undefined;
}

const MOST_CHARACTERS = 2_000;

/** The text without the audit log's comment, which says who acts and from where. */
const shown = (text: string) =>
  text
    .replace(/\/\*audit:.*\*\//s, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MOST_CHARACTERS);

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
