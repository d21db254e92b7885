import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import pg from "pg";
import { openCluster, SUPERUSER } from "@/lib/embedded/cluster";
import { freePort } from "./ports";
import { temporaryFolder } from "./server";
import { eventually } from "./wait";

export interface TestPostgres {
  /** For `DATABASE_URL`. The same after each `start`. */
  url: string;
  start(): Promise<void>;
  /** Ends it at once, like a crash: whatever was under way is broken off. */
  crash(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** A Postgres of the test's own that can be stopped and started on the same port: one that Signpost does not run. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await temporaryFolder();
  const password = "a-password-of-the-tests";
  const { postgres, data, account } = await openCluster(folder, password);
  const port = await freePort();
  const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    child = spawn(postgres, args, { ...account, cwd: data, stdio: "ignore" });
    await eventually(async () => {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => {});
      await client.connect();
      await client.end();
    }, 30_000);
  }

  async function crash(): Promise<void> {
    if (!child || child.exitCode !== null) return;
    child.kill("SIGQUIT");
    await once(child, "exit");
  }

  async function remove(): Promise<void> {
    await crash();
    await rm(data, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }

  await start();
  return { url, start, crash, remove };
}
