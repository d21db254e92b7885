import { randomBytes } from "node:crypto";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { fileEntry } from "./data-files";
import type { TarEntry } from "./tar";

/** What a server makes anew at its start, and what is ours and belongs to the running one. */
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
/** Read last: it says to which state the others belong. */
const CONTROL = "global/pg_control";

/** A copy of the files of a running Postgres, with what is needed to make a whole of them: pg_basebackup does the same. */
export interface ClusterBackup {
  /** the files as they are while they are read, none of which is whole without the log */
  entries(): AsyncGenerator<TarEntry>;
  /** Ends it: what is restored is the moment at which this returns. */
  stop(): Promise<void>;
  /** after the stop: the log that was written meanwhile, and the label that has it replayed */
  log(): AsyncGenerator<TarEntry>;
  bytes(): number;
  /** after the stop: the position in the log that is restored, and its timeline */
  end(): { from: string; timeline: number };
}

/** Over one connection, which has to stay: Postgres takes all of it back when it ends. */
export async function startClusterBackup(client: Client, dataDir: string): Promise<ClusterBackup> {
  const data = realpathSync(join(dataDir, "postgres"));
  if (readdirSync(join(data, "pg_tblspc")).length > 0)
    throw new Error(`${data} has tablespaces, which are not copied.`);
  // Until the connection ends no checkpoint deletes the log that was written since.
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

/** The major version whose files these are. */
export async function versionOf(data: string): Promise<number> {
  return Number((await readFile(join(data, "PG_VERSION"), "utf8")).trim());
}
