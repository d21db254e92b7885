import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { clicksWithin } from "@/lib/clicks/postgres/packs";
import { ensurePartitions } from "@/lib/clicks/postgres/partitions";
import { api } from "../support/api";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { connected, sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const DAY_MS = 86_400_000;
const OLD = 60_000;
/** Includes the clicks that the service has packed, because their month is over. */
const CLICKS = clicksWithin({ from: "'-infinity'", to: "'infinity'", columns: ["at"] });

test("whenever the process dies while clicks are erased, each step is complete or undone, and no other click is erased", async () => {
  const dataDir = await temporaryFolder();
  let server = await startServer({ dataDir });
  const { body } = await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/" });
  const { id, shorturl } = body as unknown as { id: number; shorturl: string };
  await visit(shorturl);
  await eventually(async () => expect(await clicksOf(server)).toBe(1));

  // In the middle of a month, so that its partition is not dropped as a whole.
  const now = new Date();
  const kept = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15);
  const CLICK_RETENTION_DAYS = `${Math.floor((Date.now() - kept) / DAY_MS)}`;
  await connected(server, async (client) => {
    await ensurePartitions(client, [kept]);
    await client.query(
      `INSERT INTO clicks (at, link_id, "unique")
       SELECT $1::timestamptz - interval '1 second' * n, $2::int, false FROM generate_series(1, ${OLD}) AS n
       UNION ALL SELECT $1::timestamptz + interval '1 second' * n, $2::int, false FROM generate_series(0, 8) AS n`,
      [new Date(kept), id],
    );
  });
  const rollups = "SELECT md5(string_agg(row::text, '|' ORDER BY row::text)) FROM click_rollups AS row";
  const before = await sql(server, rollups);

  const seen = new Set<number>();
  for (let present = await clicksOf(server); present > 10; present = await clicksOf(server)) {
    await server.kill();
    server = await startServer({ dataDir, env: { CLICK_RETENTION_DAYS } });
    await eventually(async () => expect(await clicksOf(server)).toBeLessThan(present));
    const left = await clicksOf(server);
    // Between two steps, no click is missing or counted twice.
    const [once] = await sql<{ clicks: number }>(
      server,
      `SELECT count(DISTINCT at)::int AS clicks FROM (${CLICKS}) AS click`,
    );
    expect(once?.clicks).toBeLessThanOrEqual(left);
    expect(once?.clicks).toBeGreaterThanOrEqual(await clicksOf(server));
    seen.add(left);
  }
  expect(seen.size).toBeGreaterThan(1);
  expect(await sql(server, rollups)).toEqual(before);
  expect(await sql(server, "SELECT clicks::int FROM link_counts where link_id = $1", [id])).toEqual([{ clicks: 1 }]);
  const [row] = await sql<{ first: Date }>(server, `SELECT min(at) AS first FROM (${CLICKS}) AS click`);
  expect(row?.first.getTime()).toBe(kept);
  await server.stop();
  await rm(dataDir, { recursive: true });
});

const clicksOf = async (server: TestServer) =>
  (await sql<{ count: number }>(server, `SELECT count(*)::int FROM (${CLICKS}) AS click`))[0]?.count ?? 0;
