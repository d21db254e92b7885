import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import Redis from "ioredis";
import { findRedisServer } from "../../scripts/tools.mjs";
import { freePort } from "./ports";
import { eventually } from "./wait";

/** Undefined if there is none: tests that need Redis are skipped then. */
export const redisServer = findRedisServer();

export interface TestRedis {
  url: string;
  port: number;
  /** The server process, for signals other than those of `kill` and `start`. */
  process(): ChildProcess;
  /** Sends SIGKILL. Its data is lost. */
  kill(): Promise<void>;
  /** Starts it again, without data, on the same port. */
  start(): Promise<void>;
}

/** Starts a real redis-server without persistence. Kill it at the end. */
export async function startRedis(): Promise<TestRedis> {
  if (!redisServer) throw new Error("there is no redis-server on this machine");
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;

  const start = async () => {
    child = spawn(redisServer, ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], { stdio: "ignore" });
    await once(child, "spawn");
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 25, maxRetriesPerRequest: null });
    client.on("error", () => {});
    await eventually(() => client.ping());
    client.disconnect();
  };

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };

  await start();
  return { url, port, process: () => child, kill, start };
}
