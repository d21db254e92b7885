import { readdirSync, readFileSync, rmSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { expect, it } from "vitest";
import { filesIn, manifestOf } from "../support/archive";
import { linkOwner } from "../support/links";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const MiB = 2 ** 20;

// Garbage that has not been collected yet takes up to 64 MiB on a busy machine. Both archives are large enough to have
// that much, and half of their difference is more than that.
const SMALL = 100_000;
const LARGE = 400_000;

/** The processes that this server has started. */
function childrenOf(pid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      return Number(parent) === pid && command.includes("transfer-worker") ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

const peakOf = (pid: number) =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

async function accountWith(server: TestServer, clicks: number): Promise<TestUser> {
  const user = await newUser(server);
  await sql(
    server,
    `WITH link AS (
       INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
       SELECT $1::int, id, 'c' || $1::int, 'c' || $1::int, 'https://example.com/' FROM domains WHERE user_id IS NULL RETURNING id)
     INSERT INTO clicks (at, link_id, "unique", country, referrer)
     SELECT now() - n * interval '1 microsecond', link.id, false, 'FR', 'https://' || md5(n::text) || '.example.com/'
     FROM link, generate_series(1, $2::int) AS n`,
    [user.id, clicks],
  );
  return user;
}

/** Returns an archive, and the peak memory of the process that made it. */
async function archived(server: TestServer, { key }: TestUser): Promise<{ zip: Buffer; peak: number }> {
  let peak = 0;
  const look = setInterval(() => {
    for (const pid of childrenOf(server.pid)) {
      try {
        const now = peakOf(pid);
        // A process that is ending has no memory any more, and one that has ended has no file.
        if (now > peak) peak = now;
      } catch {}
    }
  }, 50);
  try {
    const response = await fetch(`${server.url}/api/account/archive`, { headers: { authorization: `Bearer ${key}` } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
    const zip = await buffer(response.body as ReadableStream);
    return { zip, peak };
  } finally {
    clearInterval(look);
  }
}

it("an archive of a large account needs no more memory, is complete, and ends when its client disconnects", async () => {
  const dataDir = await temporaryFolder();
  const server = await startServer({ dataDir });
  // The first click makes the month's table.
  const { create } = await linkOwner(server);
  await visit((await create()).shorturl);
  await eventually(async () => expect(await sql(server, "SELECT FROM clicks")).toHaveLength(1));
  const [small, large] = [await accountWith(server, SMALL), await accountWith(server, LARGE)];
  const first = await archived(server, small);
  const second = await archived(server, large);
  const clicksIn = async (zip: Buffer) => {
    const { files } = manifestOf(await filesIn(zip));
    return files.find(({ path }) => path === "clicks.jsonl");
  };
  const [fewer, more] = [await clicksIn(first.zip), await clicksIn(second.zip)];
  expect([fewer?.records, more?.records]).toEqual([SMALL, LARGE]);
  const moreBytes = (more?.bytes ?? 0) - (fewer?.bytes ?? 0);
  expect(moreBytes).toBeGreaterThan(120 * MiB);
  expect(first.peak).toBeGreaterThan(0);
  expect(second.peak - first.peak).toBeLessThan(moreBytes / 2);
  expect(second.peak).toBeLessThan(first.peak * 2);

  // Only one archive is made at a time, and its process ends when the client disconnects.
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${large.key}` };
  const begun = await fetch(`${server.url}/api/account/archive`, { headers, signal: leaving.signal });
  expect(begun.status).toBe(200);
  const again = await fetch(`${server.url}/api/account/archive`, { headers });
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, "file_under_way"]);
  expect(childrenOf(server.pid)).toHaveLength(1);
  leaving.abort();
  await eventually(() => expect(childrenOf(server.pid)).toEqual([]));
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
