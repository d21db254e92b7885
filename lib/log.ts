import pino from "pino";
import { env } from "./env";

/** JSON lines on standard error; standard output is left to the "ready" block. */
export const log = pino({ level: env.LOG_LEVEL, base: undefined }, pino.destination({ dest: 2, sync: true }));
