import { getHeapStatistics } from "node:v8";
import { processSingleton } from "./singleton";

/** What tables there are, and what functions and triggers. */
export interface SchemaVersion {
  /** the newest migration */
  migration: string;
  /** of the files in prisma/sql, the first 12 characters of their hash */
  sql: string;
}

/** How this process and those that belong to it are. */
export interface Vitals {
  /** how often one of them, or the embedded database, has died and was started again, since the supervisor was started */
  restarts: number;
  /** a stop has been asked for: whoever sends requests here should send them elsewhere */
  stopping: boolean;
  /** the stop is a take-over: the next service takes the connections, and the embedded database, which goes on */
  superseded: boolean;
  /** The next service was to take over, and did not start. */
  takeOverFailed: boolean;
  /** when somebody last asked whether this process is ready, by `performance.now()` */
  askedReadyAt: number | undefined;
  /** of the database, when this process began to answer */
  schema: SchemaVersion | null;
}

export const vitals = () =>
  processSingleton<Vitals>("vitals", () => ({
    restarts: 0,
    stopping: false,
    superseded: false,
    takeOverFailed: false,
    askedReadyAt: undefined,
    schema: null,
  }));

/** Of this process, in bytes. */
export function memory(): { rss: number; heapUsed: number; heapLimit: number } {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { rss: process.memoryUsage.rss(), heapUsed: used_heap_size, heapLimit: heap_size_limit };
}
