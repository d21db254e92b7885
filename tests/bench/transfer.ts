// The time to import 100,000 links over HTTP, and to export them and a million clicks, and the server's memory.
// LINKS and CLICKS make it smaller.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { prepare } from "../../scripts/prepare.mjs";
import { begin, uploaded } from "../support/imports";
import { rootKeyOf } from "../support/root-key";
import { startServer, type TestServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { connected, sql } from "../support/sql";
import { count, keepResults, table } from "./results";

const LINKS = Number(process.env.LINKS ?? 100_000);
const CLICKS = Number(process.env.CLICKS ?? 1_000_000);
const MB = 2 ** 20;

interface Measured {
  name: string;
  seconds: number;
  /** memory of the server's process, in MB */
  before: number;
  peak: number;
  note: string;
}

await prepare({ dev: true });
// This heap is too small to hold all of it.
const server = await startServer({ env: { NODE_OPTIONS: "--max-old-space-size=256" } });
process.env.SIGNPOST_ROOT_KEY = await rootKeyOf(server);
try {
  const cookie = await sessionCookie(server, 1);
  const measured: Measured[] = [];
  const measure = async (name: string, work: () => Promise<string>) => {
    measured.push({ name, ...(await watched(server, work)) });
  };

  const lines = Array.from(
    { length: LINKS },
    (_, i) =>
      `imported-${i},https://example.com/some/page?of=${i},"Page ${i}, of many",${i % 100},2025-01-01 00:00:00\n`,
  );
  const file = `alias,url,title,clicks,created\n${lines.join("")}`;
  let path = "";
  await measure("upload and dry run", async () => {
    path = await uploaded(server, cookie, file);
    return `a CSV of ${(file.length / MB).toFixed(1)} MB`;
  });
  await measure("import", async () => {
    await begin(server, cookie, path);
    for (;;) {
      const [row] = await sql<{ status: string }>(server, "SELECT status::text FROM imports");
      if (row?.status === "done") break;
      await sleep(100);
    }
    const [row] = await sql<{ links: number }>(server, "SELECT count(*)::int AS links FROM links");
    if (row?.links !== LINKS) throw new Error(`${row?.links} links were made`);
    return `${count(LINKS)} links`;
  });
  await measure("links.csv", () => take(server, cookie, "links.csv"));
  await seedClicks(server);
  await measure("clicks.jsonl", () => take(server, cookie, "clicks.jsonl"));
  await measure("everything.jsonl", () => take(server, cookie, "everything.jsonl"));
  await measure("everything.jsonl, given up after 1 MB", async () => {
    await take(server, cookie, "everything.jsonl", MB);
    await sleep(500);
    const before = cpuSeconds(server.pid);
    await sleep(2_000);
    return `${Math.round((cpuSeconds(server.pid) - before) * 1_000)} ms of CPU in the 2 s afterwards`;
  });
  keepResults(
    "Import and export",
    `${count(LINKS)} links come in over HTTP and go out again, with ${count(CLICKS)} clicks. Memory is the server's (RSS).

${table(
  ["", "seconds", "MB before", "MB at most", ""],
  measured.map(({ name, seconds, before, peak, note }) => [name, seconds.toFixed(1), count(before), count(peak), note]),
)}`,
  );
} finally {
  await server.stop();
}

async function watched({ pid }: TestServer, work: () => Promise<string>): Promise<Omit<Measured, "name">> {
  const before = rss(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, rss(pid));
  }, 50);
  const started = performance.now();
  const note = await work();
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1_000, before, peak, note };
}

/** Downloads an export, or only its first `enough` bytes. */
async function take(
  { url }: TestServer,
  cookie: string,
  name: string,
  enough = Number.POSITIVE_INFINITY,
): Promise<string> {
  const answer = await fetch(`${url}/dashboard/export/${name}`, { headers: { cookie } });
  let bytes = 0;
  let ends = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) ends++;
    if (bytes > enough) break;
  }
  return `${count(ends)} lines, ${(bytes / MB).toFixed(1)} MB`;
}

/** Inserts clicks like the drain: on one link in ten, half of them on the first. */
function seedClicks(server: TestServer) {
  return connected(server, async (client) => {
    await client.query(
      `CREATE TABLE clicks_of_the_bench PARTITION OF clicks FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')`,
    );
    await client.query(
      `INSERT INTO clicks (at, link_id, "unique", country, language, referrer, browser, os, device)
       SELECT timestamptz '2025-01-01' + i * interval '30 s', CASE WHEN i % 2 = 0 THEN 1 ELSE i * 10 % $1 + 1 END, i % 3 = 0, 'DE',
         'de', 'news.example', 'Firefox', 'Linux', 'Desktop' FROM generate_series(1, $2) AS i`,
      [LINKS, CLICKS],
    );
    await client.query("ANALYZE clicks");
  });
}

function rss(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** User and system time. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
