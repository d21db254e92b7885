import pino from "pino";
import { env } from "./env";

/** JSON lines on standard error; standard output is left to the "ready" block. */
export const log = pino(
  // An error has no fields of its own that JSON would show.
  { level: env.LOG_LEVEL, base: undefined, serializers: { error: pino.stdSerializers.err } },
  pino.destination({ dest: 2, sync: true }),
);
