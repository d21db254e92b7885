import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { StartError } from "@/lib/contract/errors";
import { connect, endConnection } from "@/lib/platform/database/client";
import { readStoredSecret } from "@/lib/platform/stored-secrets";
import { freePort, lastLine, openCluster, SUPERUSER } from "./cluster";

/** A temporary server that belongs to one process. */
export interface ScratchPostgres {
  url: string;
  /** Stops the server cleanly: everything it has written is on disk. */
  stop(): Promise<void>;
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "64MB",
  max_wal_size: "512MB",
  maintenance_work_mem: "128MB",
  log_checkpoints: "off",
  autovacuum: "off",
};
/** Replaying the log that was written during a large backup takes long. */
const READY_WITHIN_MS = 60 * 60_000;

/**
 * Starts the embedded Postgres on `folder`/postgres, which is created if missing, without the ballast and restarts of
 * the service's own server.
 *
 * @param thrownAway whether the data may be lost in a crash of the machine
 * @param more settings in addition to the server's own
 * @throws StartError with Postgres's own message when it does not start
 */
export async function startScratchPostgres(
  folder: string,
  thrownAway: boolean,
  more: Record<string, string> = {},
): Promise<ScratchPostgres> {
  const password = readStoredSecret(folder, "postgres-password");
  const { postgres, data, account } = await openCluster(folder, password);
  const port = await freePort();
  // An earlier server left this file.
  rmSync(join(data, "postmaster.pid"), { force: true });
  const options = { ...SETTINGS, ...(thrownAway && { fsync: "off" }), ...more, port };
  const said = join(folder, "postgres.log");
  const log = openSync(said, "w", 0o600);
  const settings = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(postgres, ["-D", data, ...settings], { ...account, cwd: data, stdio: ["ignore", log, log] });
  closeSync(log);
  let ended = false;
  const gone = new Promise<void>((done) => {
    for (const event of ["error", "exit"])
      child.once(event, () => {
        ended = true;
        done();
      });
  });
  // When this process exits normally, it stops the server.
  const end = () => child.kill("SIGINT");
  process.once("exit", end);
  const stop = async () => {
    if (!ended) end();
    await gone;
    process.off("exit", end);
  };
  const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  for (const deadline = Date.now() + READY_WITHIN_MS; !ended && Date.now() < deadline; await sleep(50))
    if (await answers(url)) return { url, stop };
  await stop();
  throw new StartError(`The database did not start: ${lastLine(readFileSync(said, "utf8"))}`);
}

/** Removes the folder of such a database, which may have been moved to where Postgres's account can reach it. */
export function removeScratch(folder: string): void {
  try {
    rmSync(realpathSync(join(folder, "postgres")), { recursive: true, force: true });
  } catch {
    // There is no database.
  }
  rmSync(folder, { recursive: true, force: true });
}

async function answers(url: string): Promise<boolean> {
  let client: pg.Client | undefined;
  try {
    client = await connect({ connectionString: url, connectionTimeoutMillis: 5_000 });
    const { rows } = await client.query("select pg_is_in_recovery() as recovering");
    return !rows[0].recovering;
  } catch {
    return false;
  } finally {
    if (client) await endConnection(client);
  }
}
