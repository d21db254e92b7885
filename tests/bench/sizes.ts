// The memory and disk that a service with the default configuration takes while it redirects CLICKS visits to LINKS
// links. Includes all of its processes, Postgres's too.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { untilStored } from "../support/recorded";
import { startServer, type TestServer } from "../support/server";
import { keepInPage } from "./page-figures";
import { count, keepResults, table } from "./results";

const CLICKS = Number(process.env.CLICKS ?? 1_000_000);
const LINKS = Number(process.env.LINKS ?? 1_000);
const MIB = 2 ** 20;
const STORED_WITHIN_MS = 600_000;

interface Taken {
  serviceMib: number;
  postgresMib: number;
  readBytes: number;
  writtenBytes: number;
  /** reads and writes that Postgres requested from the system, and waits for the disk */
  operations: number;
  diskBytes: number;
}

await prepare({ dev: true });
const server = await startServer();
try {
  const aliases = await addLinks();
  const before = await taken();
  const load = startLoad(server, { paths: aliases.map((alias) => `/${alias}`), connections: 32, pause: 5 });
  await load.answered(CLICKS);
  const { redirects } = await load.stop();
  const loaded = await taken();
  await untilStored(server, STORED_WITHIN_MS);
  const after = await taken();
  const clicks = Object.values(redirects).reduce((sum, each) => sum + each, 0);
  const million = 1_000_000 / clicks;
  const figures = table(
    ["", "figure"],
    [
      ["clicks measured", count(clicks)],
      ["memory of Signpost, idle, MiB", count(before.serviceMib)],
      ["memory of Signpost under load, MiB", count(loaded.serviceMib)],
      ["memory of Postgres, idle, MiB", count(before.postgresMib)],
      ["memory of Postgres under load, MiB", count(loaded.postgresMib)],
      ["DATA_DIR, empty, MiB", count(before.diskBytes / MIB)],
      ["DATA_DIR, more by a million clicks, MiB", count(((after.diskBytes - before.diskBytes) / MIB) * million)],
      [
        "written to the disk by a million clicks, MiB",
        count(((after.writtenBytes - before.writtenBytes) / MIB) * million),
      ],
      ["read from the disk by a million clicks, MiB", count(((after.readBytes - before.readBytes) / MIB) * million)],
      ["operations of Postgres on files by a million clicks", count((after.operations - before.operations) * million)],
    ],
  );
  keepInPage("running.md", "sizes", figures);
  keepResults("Sizes", figures);
} finally {
  await server.stop();
}

async function addLinks(): Promise<string[]> {
  const aliases = Array.from({ length: LINKS }, (_, index) => `size-${index}`);
  const { post } = api(server, server.adminKey);
  for (const custom of aliases) await post("/api/url/add", { url: "https://example.com/", custom });
  return aliases;
}

async function taken(): Promise<Taken> {
  const postgres = Number.parseInt(readFileSync(join(server.dataDir, "postgres/postmaster.pid"), "utf8"), 10);
  const service = familyOf(server.pid).filter((pid) => !familyOf(postgres).includes(pid));
  const all = [...service, ...familyOf(postgres)];
  const sum = (pids: number[], of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0);
  return {
    serviceMib: sum(service, proportionalMib),
    postgresMib: sum(familyOf(postgres), proportionalMib),
    readBytes: sum(all, (pid) => ioOf(pid, "read_bytes")),
    writtenBytes: sum(all, (pid) => ioOf(pid, "write_bytes")),
    operations: await operations(server),
    diskBytes: Number(
      execFileSync("du", ["-s", "--block-size=1", server.dataDir], { encoding: "utf8" }).split("\t")[0],
    ),
  };
}

function familyOf(pid: number): number[] {
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = parents.map(Number).filter((other) => parentOf(other) === pid);
  return [pid, ...children.flatMap(familyOf)];
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readProc(pid, "status"))?.[1]);
}

/** Each process counts its share of the memory that several use. */
function proportionalMib(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readProc(pid, "smaps_rollup"))?.[1] ?? 0) / 1_024;
}

/** Includes its children that have ended. */
function ioOf(pid: number, of: "read_bytes" | "write_bytes"): number {
  return Number(new RegExp(`^${of}: (\\d+)`, "m").exec(readProc(pid, "io"))?.[1] ?? 0);
}

/** Returns an empty text if the process has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

async function operations({ databaseUrl }: TestServer): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select sum(coalesce(reads, 0) + coalesce(writes, 0) + coalesce(extends, 0) + coalesce(fsyncs, 0))::float8 as operations
       from pg_stat_io`,
    );
    return rows[0].operations;
  } finally {
    await client.end();
  }
}
