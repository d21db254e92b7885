import { randomBytes } from "node:crypto";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { fileEntry } from "./data-files";
import type { TarEntry } from "./tar";

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
export interface ClusterBackup {
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
export async function startClusterBackup(client: Client, dataDir: string): Promise<ClusterBackup> {
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

/** Returns the major version of the Postgres that wrote these files. */
export async function versionOf(data: string): Promise<number> {
  return Number((await readFile(join(data, "PG_VERSION"), "utf8")).trim());
}
