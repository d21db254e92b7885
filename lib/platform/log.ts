import { isMainThread } from "node:worker_threads";
import pino from "pino";
import { env } from "./env";
import { LogFile } from "./log-file";
import { LogLines } from "./log-lines";
import { processSingleton } from "./singleton";

const limits = { bytes: env.LOG_MAX_MB * 2 ** 20, keep: env.LOG_KEEP };

/** Above what each request says. A thread's own may be ended without a word, so there every line is written at once. */
const urgent = isMainThread ? pino.levels.values.warn : 0;

const file = env.LOG_FILE ? processSingleton("logFile", () => new LogFile(env.LOG_FILE ?? "", limits)) : undefined;

const lines = processSingleton("logLines", () => {
  if (file) return endWithProcess(new LogLines(file, urgent ?? 0));
  // Node has a pipe refuse what it cannot take, from the first use of this on; it would hold up the process instead.
  void process.stderr;
  return endWithProcess(new LogLines(2, urgent ?? 0));
});

/** After a stop, an error that nobody caught, and whatever else Node survives for so long. */
function endWithProcess(made: LogLines): LogLines {
  process.on("exit", () => made.end());
  return made;
}

/** Has this process begin LOG_FILE anew when it has become too large: one process alone, whether or not it writes. */
export function rotateLog(): void {
  if (!file) return;
  file.rotates = true;
  setInterval(() => file.look(), 1_000).unref();
}

/** JSON lines in LOG_FILE or on standard error; standard output is left to the "ready" block. */
export const log = pino(
  // An error has no fields of its own that JSON would show.
  { level: env.LOG_LEVEL, base: undefined, serializers: { error: pino.stdSerializers.err } },
  lines,
);
