import { isMainThread } from "node:worker_threads";
import pino from "pino";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { LogFile } from "./log-file";
import { LogLines } from "./log-lines";

const limits = { bytes: 100 * 2 ** 20, keep: 5 };

/**
 * Levels above those of ordinary requests are written at once. A thread may be ended without notice, so it writes every
 * line at once.
 */
const urgent = isMainThread ? pino.levels.values.warn : 0;

const file = env.LOG_FILE ? processSingleton("logFile", () => new LogFile(env.LOG_FILE ?? "", limits)) : undefined;

const lines = processSingleton("logLines", () => {
  if (file) return endWithProcess(new LogLines(file, urgent ?? 0));
  // From its first use, Node sets the pipe to non-blocking; otherwise a full pipe would block the process.
  void process.stderr;
  return endWithProcess(new LogLines(2, urgent ?? 0));
});

/** Writes the rest at exit: after a stop, and after an uncaught error. */
function endWithProcess(made: LogLines): LogLines {
  process.on("exit", () => made.end());
  return made;
}

/** Makes this process rotate LOG_FILE when it is too large. Only one process does, whether or not it writes. */
export function rotateLog(): void {
  if (!file) return;
  file.rotates = true;
  setInterval(() => file.look(), 1_000).unref();
}

/** JSON lines in LOG_FILE or on standard error. Standard output is for the "ready" block. */
export const log = pino(
  // JSON shows no fields of an Error without this serializer.
  { level: env.LOG_LEVEL, base: undefined, serializers: { error: pino.stdSerializers.err } },
  lines,
);
