import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyEmptyDatabase } from "./empty-database";
import { freePort } from "./ports";
import { eventually } from "./wait";

/** What a test in another process needs about a server. */
export interface ServerAddress {
  url: string;
  /** the host name to use, if APP_URL sets one */
  host?: string;
  adminEmail: string;
  adminPassword: string;
  adminKey: string;
  dataDir: string;
  databaseUrl: string;
  appSecret: string;
}

export interface TestServer extends ServerAddress {
  pid: number;
  /** the exit code, once it has ended; null if a signal ended it */
  exited: Promise<number | null>;
  /** everything written to standard output and standard error */
  logs(): string;
  /** Sends SIGTERM; throws if the server does not stop. Removes a `dataDir` that `startServer` made. */
  stop(): Promise<void>;
  /** Sends SIGKILL. Its data and the embedded Postgres are left for the next start or for `stop`. */
  kill(): Promise<void>;
}

// The same at every start, so that a server can restart on the same data.
const defaults = {
  ADMIN_EMAIL: "admin@example.com",
  ADMIN_PASSWORD: "a password of the tests",
  ADMIN_API_KEY: "sp_key_of_the_administrator_of_the_tests",
  APP_SECRET: "a secret of the tests, which is long enough",
  // Only the tests of limits need limits.
  RATE_LIMIT_PER_MINUTE: "1000000",
  LOG_LEVEL: "warn",
};

/**
 * Milliseconds that a stop may take. The server gives up after 12.5 s. A busy machine may need more time to deliver
 * the signal and to end the process.
 */
const STOPS_WITHIN = 45_000;

const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;

/** The part of the tests' environment for all programs that they start: paths and compiled code. */
export const inherited = {
  PATH,
  HOME,
  ...(TMPDIR && { TMPDIR }),
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};

/** Gives all work of a server the priority of the tests: see equal-priority.mjs. */
export const equalPriority = { NODE_OPTIONS: `--import=${new URL("equal-priority.mjs", import.meta.url)}` };

/** Creates a folder that the user of Postgres can enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signpost-"));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Starts the built server as its own process and waits until it answers. Its environment is `inherited`, `defaults`
 * and `env`. With `next`, Next runs alone, without server.ts; with `supervised`,
 * the process is the supervisor, as with `npm start`. `folder` is the folder of the build; default: this repository.
 */
export async function startServer(
  options: {
    env?: Record<string, string>;
    dataDir?: string;
    next?: boolean;
    supervised?: boolean;
    folder?: string;
  } = {},
): Promise<TestServer> {
  const port = options.env?.PORT ?? (await freePort());
  const url = `http://localhost:${port}`;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  if (!options.env?.DATABASE_URL) copyEmptyDatabase(dataDir);
  const priority = process.env.EQUAL_PRIORITY ? equalPriority : {};
  const settings = { ...defaults, ...priority, PORT: `${port}`, DATA_DIR: dataDir, ...options.env };
  const program = options.next
    ? ["node_modules/next/dist/bin/next", "start", "--port", `${port}`]
    : [options.supervised ? ".build/supervisor.js" : ".build/server.js"];
  const child = spawn(process.execPath, program, {
    env: { ...inherited, NODE_ENV: "production", ...settings },
    cwd: options.folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const logs = () => output.join("");
  const exited = once(child, "exit").then(() => child.exitCode);
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  // Servers end with an aborted test run.
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  exited.then(() => process.off("exit", end));

  async function answers() {
    if (!isRunning()) return;
    const response = await fetch(`${url}/api/health`);
    if (!response.ok) throw new Error(`/api/health answers ${response.status}`);
  }
  const ended = () => Promise.race([exited, sleep(STOPS_WITHIN, "late", { ref: false })]);
  const clean = () => options.dataDir === undefined && rm(dataDir, { recursive: true, force: true });

  await eventually(answers, 100_000).catch(end);
  if (!isRunning() || child.killed || !child.pid) {
    // Until it has ended, it writes into its folder.
    if (child.pid && (await ended()) === "late") {
      child.kill("SIGKILL");
      await exited;
      await stopEmbeddedPostgres(dataDir);
    }
    await clean();
    throw new Error(`the server did not start:\n${logs()}`);
  }

  return {
    url,
    host: options.env?.APP_URL && new URL(options.env.APP_URL).host,
    dataDir,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    adminKey: settings.ADMIN_API_KEY,
    appSecret: settings.APP_SECRET,
    databaseUrl: options.env?.DATABASE_URL ?? (await embeddedPostgres(dataDir)).url,
    pid: child.pid,
    exited,
    logs,
    async stop() {
      const wasKilled = !isRunning();
      child.kill("SIGTERM");
      if ((await ended()) === "late") {
        child.kill("SIGKILL");
        throw new Error(`the server did not stop:\n${logs()}`);
      }
      if (wasKilled) await stopEmbeddedPostgres(dataDir);
      await clean();
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Finds the server's own Postgres. Throws if none is running. */
async function embeddedPostgres(dataDir: string) {
  const password = await readFile(join(dataDir, "postgres-password"), "utf8");
  // The first line is its process ID, the fourth its port.
  const lines = (await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n");
  return { pid: Number(lines[0]), url: `postgresql://signpost:${password.trim()}@127.0.0.1:${lines[3]}/postgres` };
}

async function stopEmbeddedPostgres(dataDir: string) {
  try {
    const { pid } = await embeddedPostgres(dataDir);
    process.kill(pid, "SIGINT");
    // Until it has ended, it writes into the folder, which is about to be removed.
    for (const late = Date.now() + 10_000; Date.now() < late; await sleep(20)) process.kill(pid, 0);
  } catch {
    // It has ended, or there was none.
  }
}
