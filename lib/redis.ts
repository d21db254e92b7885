import Redis from "ioredis";
import { once } from "./once";

/**
 * The process's connection to the Redis at `url`. While Redis is out of reach, commands fail at once or within half a
 * second, nothing queues up, and the connection comes back by itself.
 */
export function redis(url: string): Redis {
  return once("redis", () => {
    const client = new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      commandTimeout: 500,
      // A server that accepts but does not answer counts as gone.
      socketTimeout: 1_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    });
    // Whoever sends a command hears of it; without a listener ioredis writes to the console at every attempt.
    client.on("error", () => {});
    return client;
  });
}
