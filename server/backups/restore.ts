import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { withAdvisoryLock } from "@/lib/platform/database/advisory-lock";
import { isRoot } from "@/lib/platform/files/data-folder";
import { lockFolder } from "@/lib/platform/files/data-folder-lock";
import { measureDisk } from "@/lib/platform/files/disk";
import { removeScratch, startScratchPostgres } from "@/lib/platform/postgres/scratch-postgres";
import { yieldSession } from "@/lib/platform/process/priority";
import { loadRows, readMajorVersion, refuseOtherVersions, requireEmptyTarget } from "./rows";
import type { OpenBackup } from "./storage/check";
import { withClient } from "./storage/client";
import type { TableState } from "./storage/manifest";
import { differences, readTableStates } from "./tables";
import { eachEntry } from "./tar";
import type { Recovery } from "./wal/recovery";

/** Names that an empty folder may contain: the lock of the restoring process, and leftovers of an earlier attempt. */
const NOTHING = new Set(["lock", "lost+found", "restoring", "postgres.log"]);
const RESTORING = "restoring";

export interface Restored {
  tables: TableState[];
  /** sum of the rows of all tables */
  rows: number;
  differences: string[];
}

type OnStep = (step: string) => void;

/**
 * Restores a backup into an empty folder, which becomes the DATA_DIR of a service, and compares each table with the
 * original. With `databaseUrl`, the rows go into that empty database and the folder gets the rest. With `recovery`, the
 * log after the backup is replayed up to a moment.
 *
 * @throws Error with a sentence; the folder is then unchanged
 */
export async function restoreBackup(
  backup: OpenBackup,
  folder: string,
  databaseUrl: string | undefined,
  onStep: OnStep,
  recovery?: Recovery,
): Promise<Restored> {
  const dataDir = resolve(folder);
  refuseUnsuitableBackup(backup, databaseUrl);
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const used = found.find((name) => !NOTHING.has(name));
  if (used !== undefined) throw new Error(`${dataDir} is not empty: it contains ${used}.`);
  const made = makeFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const restoring = join(dataDir, RESTORING);
  let done = false;
  try {
    // Removes what an earlier, interrupted attempt left behind.
    removeScratch(restoring);
    makeFolder(restoring);
    requireRoom(backup, restoring, recovery?.bytes);
    const restored = await restoreInto(backup, restoring, { databaseUrl, recovery, thrownAway: false }, onStep);
    if (restored.differences.length === 0) {
      moveUp(restoring, dataDir);
      done = true;
    }
    return restored;
  } finally {
    removeScratch(restoring);
    if (!done) rmSync(made ?? join(dataDir, "lock"), { recursive: true, force: true });
    lock.release();
  }
}

/** Restores a backup to check that this is possible and that the tables are equal. Removes everything afterwards. */
export async function tryRestore(backup: OpenBackup, scratch: string, onStep: OnStep): Promise<Restored> {
  refuseUnsuitableBackup(backup, undefined);
  try {
    makeFolder(scratch);
    requireRoom(backup, scratch);
    return await restoreInto(backup, scratch, { thrownAway: true }, onStep);
  } finally {
    removeScratch(scratch);
  }
}

/** Refuses a backup whose manifest already shows that it cannot be restored. */
function refuseUnsuitableBackup({ manifest, where }: OpenBackup, databaseUrl: string | undefined): void {
  refuseOtherVersions(manifest.migrations, where);
  if (manifest.kind === "cluster" && databaseUrl !== undefined)
    throw new Error(
      `${where} contains the files of the embedded Postgres. Restore it without DATABASE_URL, then run npm run signpost move.`,
    );
}

function requireRoom({ manifest, where }: OpenBackup, folder: string, more = 0): void {
  const disk = measureDisk(folder);
  // Journals stop at a reserve that is left for the database. This may be the disk of a running service.
  const needed = manifest.unpackedBytes * 1.1 + more + 2 * (disk?.reserve ?? 0);
  if (disk && disk.free < needed)
    throw new Error(`The disk of ${folder} has ${mib(disk.free)} left, but ${where} needs ${mib(needed)}.`);
}

const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;

interface How {
  databaseUrl?: string | undefined;
  /** replays the log after the backup, too */
  recovery?: Recovery | undefined;
  /** whether the restored data is only checked and then deleted */
  thrownAway: boolean;
}

async function restoreInto(backup: OpenBackup, folder: string, how: How, onStep: OnStep): Promise<Restored> {
  const { databaseUrl, recovery, thrownAway } = how;
  const { manifest } = backup;
  onStep("files of DATA_DIR");
  // Clicks that were waiting then are stored by now, or are not on this disk. A later database would store them twice.
  const left = recovery ? /^journal\// : /^$/;
  await backup.read("data.tar.gz", (content) => unpack(content, folder, left));
  if (manifest.kind === "cluster") {
    makeFolder(join(folder, "postgres"), 0o700);
    for (const name of ["cluster.tar.gz", "wal.tar.gz"]) {
      onStep(name);
      await backup.read(name, (content) => unpack(content, join(folder, "postgres")));
    }
    await recovery?.prepare(join(folder, "postgres"), onStep);
  }
  if (databaseUrl !== undefined) {
    const tables = await withAdvisoryLock(databaseUrl, async (client) => {
      await requireEmptyTarget(client);
      return loadInto(client, backup, onStep);
    });
    return restoredOf(tables, []);
  }
  onStep("starting the database");
  const postgres = await startScratchPostgres(folder, thrownAway, recovery?.settings);
  try {
    return await withClient(postgres.url, async (client) => {
      // A service may run during a restore that only checks a backup.
      if (thrownAway) yieldSession((await client.query("select pg_backend_pid() as pid")).rows[0].pid);
      if (manifest.kind === "rows") return restoredOf(await loadInto(client, backup, onStep), []);
      const major = await readMajorVersion(client);
      if (major !== manifest.postgres)
        throw new Error(`The backup needs Postgres ${manifest.postgres}, but this is Postgres ${major}.`);
      const tables = await readTableStates(client, (name) => onStep(`${name}, compared`));
      // The digests belong to the backup's moment and do not match a later one. Reading each row is the only remaining
      // check.
      return restoredOf(tables, recovery ? [] : differences(manifest.tables, tables));
    });
  } finally {
    await postgres.stop();
  }
}

async function loadInto(client: Client, backup: OpenBackup, onStep: OnStep): Promise<TableState[]> {
  const { manifest } = backup;
  await loadRows(client, {
    shape: manifest,
    tables: manifest.tables,
    onTable: onStep,
    load: (table, into) => backup.read(`${table.name}.rows.gz`, (content) => pipeline(content, into)),
  });
  return manifest.tables;
}

const restoredOf = (tables: TableState[], found: string[]): Restored => ({
  tables,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  differences: found,
});

async function unpack(content: Readable, folder: string, left = /^$/): Promise<void> {
  await eachEntry(content, async (name, isFolder, chunks) => {
    if (left.test(name)) return;
    const path = join(folder, name);
    if (isFolder) {
      makeFolder(path, 0o700);
      return;
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(chunks),
      createWriteStream(path, { mode: 0o600, flush: !path.includes("/postgres/") }),
    );
  });
}

/** The database comes last: a folder without one does not pass for the folder of a service. */
function moveUp(from: string, to: string): void {
  const names = readdirSync(from).filter((name) => name !== "postgres" && name !== "postgres.log");
  for (const name of names) renameSync(join(from, name), join(to, name));
  if (existsSync(join(from, "postgres"))) renameSync(join(from, "postgres"), join(to, "postgres"));
  rmSync(from, { recursive: true, force: true });
}

/**
 * For root, lets Postgres's account pass through, as in DATA_DIR. Returns the first folder that was created, which may
 * be a parent.
 */
function makeFolder(path: string, mode = isRoot ? 0o711 : 0o700): string | undefined {
  return mkdirSync(path, { recursive: true, mode });
}
