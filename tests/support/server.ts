import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports";
import { eventually } from "./wait";

/** What a test in another process needs to know of a server. */
export interface ServerAddress {
  url: string;
  adminEmail: string;
  adminPassword: string;
  adminKey: string;
  dataDir: string;
}

export interface TestServer extends ServerAddress {
  pid: number;
  /** All that it wrote to standard output and standard error. */
  logs(): string;
  /** SIGTERM; throws when the server does not stop within 15 s. Removes a `dataDir` that `startServer` made. */
  stop(): Promise<void>;
  /** SIGKILL. What it stored is left for the next start. */
  kill(): Promise<void>;
}

// Given at every start, used at the first: a server that starts again on the same data has the same administrator.
const admin = {
  adminEmail: "admin@example.com",
  adminPassword: "a password of the tests",
  adminKey: "sp_key_of_the_administrator_of_the_tests",
};

/** A folder of the test's own, which the user that Postgres runs as can enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-"));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Starts the built server as a process of its own and waits until it answers. Its environment holds nothing of the
 * tests' but `env`; rates are not limited unless `env` says so.
 */
export async function startServer(
  options: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<TestServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const child = spawn(process.execPath, [".build/server.js"], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: `${port}`,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.adminEmail,
      ADMIN_PASSWORD: admin.adminPassword,
      ADMIN_API_KEY: admin.adminKey,
      RATE_LIMIT_PER_MINUTE: "1000000",
      LOG_LEVEL: "warn",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const logs = () => output.join("");
  const exited = once(child, "exit");
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  // A test run that breaks off takes its servers with it.
  const end = () => child.kill("SIGTERM");
  process.on("exit", end);
  exited.then(() => process.off("exit", end));

  const answers = eventually(async () => {
    const response = await fetch(`${url}/api/health`);
    if (!response.ok) throw new Error(`the server's health is ${response.status}`);
  }, 60_000);
  await Promise.race([answers, exited]).catch((error) => {
    end();
    throw error;
  });
  if (!isRunning() || child.pid === undefined) throw new Error(`the server did not start:\n${logs()}`);

  return {
    ...admin,
    url,
    dataDir,
    pid: child.pid,
    logs,
    async stop() {
      if (isRunning()) child.kill("SIGTERM");
      const stopped = await Promise.race([exited, sleep(15_000, null)]);
      if (stopped === null) {
        child.kill("SIGKILL");
        throw new Error(`the server did not stop:\n${logs()}`);
      }
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
