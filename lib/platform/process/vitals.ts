import { getHeapStatistics } from "node:v8";
import { processSingleton } from "@/lib/platform/singleton";

/** The version of tables, functions and triggers. */
export interface SchemaVersion {
  /** the newest migration */
  migration: string;
  /** the first 12 characters of the hash of the files in prisma/sql */
  sql: string;
}

/** The state of this process and those that belong to it. */
export interface Vitals {
  /** how often a worker or the embedded database has died and was restarted, since the supervisor started */
  restarts: number;
  /** a stop has been requested: clients should send requests elsewhere */
  stopping: boolean;
  /** the stop is a take-over: the next service takes over the connections, and the embedded database keeps running */
  superseded: boolean;
  /** the next service should have taken over, but did not start */
  takeOverFailed: boolean;
  /** the last readiness check, by `performance.now()` */
  readinessCheckedAt: number | undefined;
  /** the database's schema when this process started to answer */
  schema: SchemaVersion | null;
}

export const vitals = () =>
  processSingleton<Vitals>("vitals", () => ({
    restarts: 0,
    stopping: false,
    superseded: false,
    takeOverFailed: false,
    readinessCheckedAt: undefined,
    schema: null,
  }));

/** The memory of this process in bytes. */
export function memory(): { rss: number; heapUsed: number; heapLimit: number } {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { rss: process.memoryUsage.rss(), heapUsed: used_heap_size, heapLimit: heap_size_limit };
}
