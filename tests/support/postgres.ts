import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { openCluster, SUPERUSER } from "@/lib/platform/postgres/cluster";
import { readStoredSecret } from "@/lib/platform/stored-secrets";
import { copyEmptyDatabase } from "./empty-database";
import { freePort } from "./ports";
import { temporaryFolder } from "./server";
import { eventually } from "./wait";

export interface TestPostgres {
  /** For `DATABASE_URL`; the same after each `start`. */
  url: string;
  /** Does nothing if it is running. */
  start(): Promise<void>;
  /** Ends it at once, like a crash: statements in progress are aborted. */
  crash(): Promise<void>;
  /** Ends all of its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Ends it and lets it recover until `start`; meanwhile it refuses all connections. */
  recover(): Promise<void>;
  /** Accepts connections and queries, but does not answer. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A Postgres that can be stopped and started again on the same port, independent of Signpost. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await temporaryFolder();
  copyEmptyDatabase(folder);
  const password = readStoredSecret(folder, "postgres-password");
  const { postgres, data, account } = await openCluster(folder, password);
  const port = await freePort();
  const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  let frozen: number[] = [];

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  function run(...more: string[]): void {
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", ...more];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    child = spawn(postgres, args, { ...account, cwd: data, stdio: "ignore" });
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    await client.end();
  }

  const standby = join(data, "standby.signal");

  async function start(): Promise<void> {
    if (existsSync(standby)) {
      await crash();
      await rm(standby);
    }
    if (isRunning()) return;
    // After a kill it refuses to start until its old processes are gone.
    await eventually(() => {
      if (!isRunning()) run();
      return connect();
    });
  }

  async function kill(): Promise<void> {
    if (!child || !isRunning()) return;
    const { pid } = child;
    const backends = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    child.kill("SIGKILL");
    signal("SIGKILL", backends.split(" ").filter(Boolean).map(Number));
    await once(child, "exit");
  }

  async function recover(): Promise<void> {
    await crash();
    await writeFile(standby, "");
    run("hot_standby=off");
    await eventually(() => expect(connect()).rejects.toMatchObject({ code: "57P03" }));
  }

  async function crash(): Promise<void> {
    if (!child || !isRunning()) return;
    thaw();
    child.kill("SIGQUIT");
    await once(child, "exit");
  }

  async function freeze(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const backends = await client.query<{ pid: number }>("select pid from pg_stat_activity where datname is not null");
    await client.end();
    frozen = [child?.pid ?? 0, ...backends.rows.map(({ pid }) => pid)];
    signal("SIGSTOP");
  }

  function thaw(): void {
    signal("SIGCONT");
    frozen = [];
  }

  function signal(name: NodeJS.Signals, pids = frozen): void {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // The connection has ended meanwhile.
      }
    }
  }

  async function remove(): Promise<void> {
    await crash();
    await rm(data, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }

  await start();
  return { url, start, crash, kill, recover, freeze, thaw, remove };
}
