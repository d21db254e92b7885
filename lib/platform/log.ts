import { isMainThread } from "node:worker_threads";
import pino from "pino";
import { env } from "./env";
import { LogLines } from "./log-lines";
import { processSingleton } from "./singleton";

/** Above what each request says. A thread's own may be ended without a word, so there every line is written at once. */
const urgent = isMainThread ? pino.levels.values.warn : 0;

const lines = processSingleton("logLines", () => {
  // Node has a pipe refuse what it cannot take, from the first use of this on; it would hold up the process instead.
  void process.stderr;
  const made = new LogLines(2, urgent ?? 0);
  // After a stop, an error that nobody caught, and whatever else Node survives for so long.
  process.on("exit", () => made.end());
  return made;
});

/** JSON lines on standard error; standard output is left to the "ready" block. */
export const log = pino(
  // An error has no fields of its own that JSON would show.
  { level: env.LOG_LEVEL, base: undefined, serializers: { error: pino.stdSerializers.err } },
  lines,
);
