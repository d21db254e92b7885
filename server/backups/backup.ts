import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { measureDisk } from "@/lib/platform/files/disk";
import { forEach, inOrder } from "@/lib/platform/process/in-order";
import { yieldSession } from "@/lib/platform/process/priority";
import { groupPieces, parsePosition } from "@/server/backups/storage/wal-pieces";
import { dataEntries, fileEntry, type HeldJournal, holdJournals } from "./data-files";
import { tryRestore } from "./restore";
import { copyRows, readDatabaseShape, readMajorVersion, type Shape } from "./rows";
import { scratchFolder, sweepScratch } from "./scratch";
import { loadManifest, openWith } from "./storage/check";
import { withClient } from "./storage/client";
import { createKey, type Encryption, encoded, isEncrypted, Measure } from "./storage/coding";
import { type BackupFile, FORMAT, KEY, MANIFEST, type Manifest } from "./storage/manifest";
import { backupName, type Place, REMOVED_AT_ONCE } from "./storage/place";
import { Uploads } from "./storage/uploads";
import { listTables, quotedName, readTableState, SAME_FORMAT } from "./tables";
import { type TarEntry, writeTar } from "./tar";
import { readState } from "./wal/state";

/** A service that is running or may be running. */
export interface Source {
  databaseUrl: string;
  /** whether the database is the embedded Postgres in `dataDir` */
  own: boolean;
  dataDir: string;
  /** the folder of its journals */
  journals: string;
  secretElsewhere: boolean;
  clicksElsewhere: boolean;
}

interface Request {
  place: Place;
  encryption: Encryption;
  /** copies rows instead of files, so that any other Postgres can restore them */
  portable: boolean;
  /** how many complete backups to keep, including this one; by default all of them */
  keep?: number;
  onStep(step: string): void;
}

interface BackupResult {
  backup: string;
  kind: Manifest["kind"];
  /** the moment to which the backup restores, in ISO 8601 */
  at: string;
  seconds: number;
  /** size of the stored files */
  bytes: number;
  tables: number;
  rows: number;
  journals: number;
  encrypted: boolean;
  removed: string[];
}

const LOOK_EVERY_BYTES = 16 * 2 ** 20;

/**
 * Makes a backup of a running service, restores it into a scratch folder, and compares each table with the original.
 *
 * @throws Error with a sentence; the unfinished backup is then removed
 */
export async function makeBackup(source: Source, request: Request): Promise<BackupResult> {
  const { place } = request;
  const started = Date.now();
  const name = backupName(new Date(started));
  return withConnections(source, async (main, other) => {
    const { rows } = await main.query("select pg_try_advisory_lock($1) as locked", [advisoryLocks.backup]);
    if (!rows[0].locked) throw new Error("Another backup is being made.");
    // These backups are unfinished. No other process works on them, because this process holds the lock.
    for (const { name, complete } of await place.list()) if (!complete) await place.remove(name);
    sweepScratch(source.dataDir);
    const made = await makeNamedBackup(name, source, request, main, other, started).catch(async (error) => {
      await place.remove(name).catch(() => {});
      throw error;
    });
    return { ...made, removed: await removeOld(place, request.keep, source.dataDir) };
  });
}

async function makeNamedBackup(
  name: string,
  source: Source,
  request: Request,
  main: Client,
  other: Client,
  started: number,
) {
  const { place, onStep } = request;
  const uploads = new Uploads();
  const { manifest, key, journals } = await write(source, request, uploads, name, main, other).finally(() =>
    uploads.settle(),
  );
  onStep("restoring it");
  const scratch = scratchFolder(source.dataDir);
  const tried = await tryRestore(openWith(place, name, manifest, key), scratch, onStep);
  const [difference] = tried.differences;
  if (difference) throw new Error(`The restored backup differs from the original. ${difference}`);
  await place.write(name, MANIFEST, Readable.from([JSON.stringify(manifest, null, 2)]));
  return {
    backup: `${place.name}/${name}`,
    kind: manifest.kind,
    at: manifest.at,
    seconds: (Date.now() - started) / 1_000,
    bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    tables: tried.tables.length,
    rows: tried.rows,
    journals,
    encrypted: manifest.encrypted,
  };
}

/** Writes everything except the manifest. */
async function write(source: Source, request: Request, uploads: Uploads, name: string, main: Client, other: Client) {
  const { place, encryption, portable, onStep } = request;
  const { key, encryptedKey } = isEncrypted(encryption)
    ? await createKey(encryption)
    : { key: undefined, encryptedKey: undefined };
  if (encryptedKey) await place.write(name, KEY, Readable.from([Buffer.from(encryptedKey)]));
  const files: BackupFile[] = [];
  const keepFile = async (file: string, content: Readable) => {
    onStep(file);
    const kept = { name: file, bytes: 0, sha256: "" };
    files.push(kept);
    const measure = new Measure(watchDisk(source.dataDir));
    const stored = await encoded(content, key);
    stored.once("error", (error) => measure.destroy(error));
    const written = place.write(name, file, stored.pipe(measure)).then(() => {
      Object.assign(kept, { bytes: measure.bytes, sha256: measure.sha256() });
    });
    await uploads.add(written, measure);
  };

  await other.query(SAME_FORMAT);
  const tables = await listTables(other);
  const cluster = source.own && !portable ? await startClusterBackup(main, source.dataDir) : undefined;
  if (cluster) await keepFile("cluster.tar.gz", writeTar(cluster.entries()));

  let journals: HeldJournal[] = [];
  let shape: Shape = { migrations: [], partitions: [], sequences: [] };
  let at = "";
  onStep("the moment that is restored");
  // Copied files are compared with this moment, so no table may change. Copied rows are a snapshot.
  const still = cluster ? tables.map((table) => table.name) : ["journal_offsets", "click_blocks"];
  await withClient(source.databaseUrl, (locking) =>
    withWritesStopped(locking, still, async (snapshot) => {
      journals = await holdJournals(source.journals);
      await useSnapshot(other, snapshot);
      await cluster?.stop();
      at = new Date().toISOString();
    }),
  );
  const archive = readState(source.dataDir);
  shape = await readDatabaseShape(other);
  if (cluster) await keepFile("wal.tar.gz", writeTar(cluster.log()));
  await keepFile("data.tar.gz", writeTar(dataEntries(source.dataDir, journals, place.name)));
  const states: Manifest["tables"] = [];
  let unpackedBytes = cluster?.bytes() ?? 0;
  for (const table of tables) {
    if (!cluster) await keepFile(`${table.name}.rows.gz`, copyRows(other, table));
    onStep(`${table.name}, counted`);
    states.push(await readTableState(other, table));
  }
  if (!cluster) unpackedBytes = await sizeOf(other);
  await uploads.finish();
  await other.query("rollback");
  const manifest: Manifest = {
    format: FORMAT,
    kind: cluster ? "cluster" : "rows",
    version: versionOfSignpost(),
    ...shape,
    postgres: await readMajorVersion(other),
    at,
    encrypted: key !== undefined,
    secretElsewhere: source.secretElsewhere,
    clicksElsewhere: source.clicksElsewhere,
    unpackedBytes: unpackedBytes + journals.reduce((sum, { bytes }) => sum + bytes, 0),
    tables: states,
    files,
    wal: cluster && archive?.place === place.name ? { line: archive.line, ...cluster.end() } : undefined,
  };
  return { manifest, key, journals: journals.length };
}

/** Returns a function that throws if the backup, or the log that Postgres keeps for it, fills the disk too much. */
function watchDisk(dataDir: string): (bytes: number) => void {
  let lookedAt = 0;
  return (bytes) => {
    if (bytes - lookedAt < LOOK_EVERY_BYTES) return;
    lookedAt = bytes;
    const disk = measureDisk(dataDir);
    if (disk && disk.free < 2 * disk.reserve) throw new Error(`The disk of ${dataDir} is nearly full.`);
  };
}

async function removeOld(place: Place, keep: number | undefined, dataDir: string): Promise<string[]> {
  if (keep === undefined) return [];
  const complete = (await place.list()).filter((one) => one.complete);
  const old = complete.slice(0, Math.max(0, complete.length - keep)).map(({ name }) => name);
  for (const name of old) await place.remove(name);
  await removeOldWal(place, () => readState(dataDir)?.line);
  return old;
}

const sizeOf = async (client: Client) =>
  Number((await client.query("select pg_database_size(current_database()) as bytes")).rows[0].bytes);

function versionOfSignpost(): string {
  return JSON.parse(readFileSync(resolve("package.json"), "utf8")).version;
}

/** Opens two connections: `main` holds locks and the snapshot, and `other` reads. Both yield to visitors. */
async function withConnections<T>({ databaseUrl, own }: Source, work: (main: Client, other: Client) => Promise<T>) {
  return withClient(databaseUrl, (main) =>
    withClient(databaseUrl, async (other) => {
      if (own)
        for (const client of [main, other])
          yieldSession((await client.query("select pg_backend_pid() as pid")).rows[0].pid);
      return work(main, other);
    }),
  );
}

const READ_AT_ONCE = 4;

/**
 * Removes the log that no backup needs: everything before the oldest backup of its line. The line that is being
 * written, which `current` returns, may have no backup yet.
 */
export async function removeOldWal(place: Place, current: () => string | undefined): Promise<void> {
  const files = await place.wal();
  if (files.length === 0) return;
  // Called after the list was read, so a line that begins meanwhile is not in the list.
  const written = current();
  const needed = new Map<string, bigint>();
  const complete = (await place.list()).filter((one) => one.complete);
  for await (const { wal } of inOrder(complete, READ_AT_ONCE, ({ name }) => loadManifest(place, name))) {
    // The oldest backup comes first.
    if (wal && !needed.has(wal.line)) needed.set(wal.line, parsePosition(wal.from));
  }
  for (const line of new Set(files.map((one) => one.line))) {
    const from = needed.get(line);
    if (from === undefined && line !== written) await place.remove(line);
    if (from === undefined) continue;
    const old = groupPieces(files, line).filter((piece) => piece.to <= from);
    await forEach(old, REMOVED_AT_ONCE, ({ file }) => place.removeFile(line, file));
  }
}

/** Files that a server creates at its start, and our files that belong to the running server. */
const EMPTY = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|ballast|postgres\.lock|lock|pg_internal\.init.*|pgsql_tmp.*)$/;
const LOG = "pg_wal";
/** Read last, because it names the state that the other files belong to. */
const CONTROL = "global/pg_control";

/** A copy of the files of a running Postgres, with the log that makes them consistent. pg_basebackup does the same. */
interface ClusterBackup {
  /** the files as they are while they are read; they are consistent only together with the log */
  entries(): AsyncGenerator<TarEntry>;
  /** Ends the backup. A restore goes to the moment at which this returns. */
  stop(): Promise<void>;
  /** after `stop`: the log that was written meanwhile, and the label that makes Postgres replay it */
  log(): AsyncGenerator<TarEntry>;
  bytes(): number;
  /** after `stop`: the position in the log to which a restore goes, and its timeline */
  end(): { from: string; timeline: number };
}

/** Starts a backup over one connection, which must stay open: when it ends, Postgres cancels the backup. */
async function startClusterBackup(client: Client, dataDir: string): Promise<ClusterBackup> {
  const data = realpathSync(join(dataDir, "postgres"));
  if (readdirSync(join(data, "pg_tblspc")).length > 0)
    throw new Error(`${data} has tablespaces, which are not copied.`);
  // Until the connection ends, no checkpoint deletes log that was written from here on.
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [
    `signpost_backup_${randomBytes(6).toString("hex")}`,
  ]);
  const { rows: begun } = await client.query<{ segment: string }>(
    "select pg_walfile_name(pg_backup_start('signpost', true)) as segment",
  );
  const first = begun[0]?.segment ?? "";
  let last = "";
  let label = "";
  let end = "";
  let bytes = 0;

  async function* folder(path: string): AsyncGenerator<TarEntry> {
    for (const entry of readdirSync(join(data, path), { withFileTypes: true })) {
      const name = path === "" ? entry.name : `${path}/${entry.name}`;
      if (LEFT_OUT.test(entry.name) || name === CONTROL) continue;
      if (entry.isFile()) {
        bytes += statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0;
        yield* fileEntry(join(data, name), name);
      } else if (entry.isDirectory()) {
        yield { name };
        if (name === LOG) for (const below of ["archive_status", "summaries"]) yield { name: `${LOG}/${below}` };
        else if (!EMPTY.has(name)) yield* folder(name);
      }
    }
  }

  return {
    async *entries() {
      yield* folder("");
      yield* fileEntry(join(data, CONTROL), CONTROL);
    },
    async stop() {
      const { rows } = await client.query<{ segment: string; label: string; end: string }>(
        "select pg_walfile_name(lsn) as segment, labelfile as label, lsn::text as end from pg_backup_stop(false)",
      );
      last = rows[0]?.segment ?? "";
      label = rows[0]?.label ?? "";
      end = rows[0]?.end ?? "";
    },
    async *log() {
      const content = Buffer.from(label);
      yield { name: "backup_label", content: { bytes: content.length, chunks: [content] } };
      const segments = readdirSync(join(data, LOG)).filter((name) => /^[0-9A-F]{24}$/.test(name));
      for (const name of segments.sort()) {
        if (name < first || name > last) continue;
        bytes += statSync(join(data, LOG, name)).size;
        yield* fileEntry(join(data, LOG, name), `${LOG}/${name}`);
      }
    },
    bytes: () => bytes,
    end: () => ({ from: end, timeline: Number.parseInt(last.slice(0, 8), 16) }),
  };
}

/**
 * The drain locks this table first in each transaction. A lock on it therefore waits for one batch at most, and delays
 * only the drain.
 */
const OFFSETS = "journal_offsets";
const OFFSETS_WITHIN = "15s";
/**
 * Shorter than `deadlock_timeout`, so that a visitor's transaction never fails. An autovacuum gives way after a second.
 */
const lockTimeout = (attempt: number) => (attempt % 4 === 0 ? "2s" : "300ms");
const PAUSE_MS = 250;
const ATTEMPTS = 100;
/** The error codes lock_not_available and deadlock_detected. */
const busy = new Set(["55P03", "40P01"]);

/**
 * Stops all writes to these tables, including the drain's, while `work` runs. It should take only a few milliseconds.
 * `work` gets a snapshot of that moment, which it may pass to other connections.
 */
async function withWritesStopped<T>(
  client: Client,
  tables: string[],
  work: (snapshot: string) => Promise<T>,
): Promise<T> {
  const others = tables.filter((name) => name !== OFFSETS).map(quotedName);
  for (let attempt = 1; ; attempt++) {
    await client.query("begin isolation level repeatable read");
    try {
      await client.query(`set local lock_timeout = '${OFFSETS_WITHIN}'; lock table ${OFFSETS} in share mode`);
      await client.query(`set local lock_timeout = '${lockTimeout(attempt)}'`);
      if (others.length > 0) await client.query(`lock table ${others.join(", ")} in share mode`);
      const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
      return await work(rows[0]?.snapshot ?? "");
    } catch (error) {
      if (!busy.has((error as { code?: string }).code ?? "") || attempt === ATTEMPTS) throw error;
    } finally {
      await client.query("rollback");
    }
    await sleep(PAUSE_MS);
  }
}

/** Lets a connection read the data of that moment, until its transaction ends. */
async function useSnapshot(client: Client, snapshot: string): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(`set transaction snapshot '${snapshot}'`);
}
