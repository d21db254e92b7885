import type { Redis } from "ioredis";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";

/**
 * The process's connection to the Redis at `url`. While Redis is unreachable, commands fail within half a second,
 * nothing queues up, and the connection is restored automatically.
 */
export function redis(url: string): Promise<Redis> {
  return processSingleton("redis", async () => {
    // Most services have no Redis, and the library takes 7 MB.
    const { Redis } = await import("ioredis");
    const client = new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      commandTimeout: 500,
      // A server that accepts connections but does not answer counts as unreachable.
      socketTimeout: 1_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
      // After a failover, the old primary is a replica. The name in `url` then leads to the new one.
      reconnectOnError: ({ message }) => message.startsWith("READONLY"),
    });
    // The caller of a command sees that it failed, but not why, for example because of a wrong password. Each attempt
    // repeats the message.
    let said = "";
    client.on("error", ({ message }) => {
      if (message !== said) log.warn({ error: message }, "Redis cannot be reached");
      said = message;
    });
    client.on("ready", () => {
      said = "";
    });
    return client;
  });
}

/** Sends one command and returns Redis's answer. Throws if Redis is unreachable. */
export type RedisCommand = (name: string, ...args: string[]) => Promise<unknown>;

/** Sends commands to the configured Redis, also to Upstash over HTTP; null if there is none. */
export function redisCommand(): RedisCommand | null {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  if (REDIS_URL) return async (name, ...args) => (await redis(REDIS_URL)).call(name, args);
  if (!url) return null;
  return async (...command) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(2_000),
    });
    const answer = (await response.json()) as { result?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  };
}
