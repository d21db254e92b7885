import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer } from "../support/server";
import { eventually } from "../support/wait";

/** This token reads health while the database cannot look up API keys. */
const METRICS_TOKEN = "a-token-of-the-tests";

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startPostgres();
  server = await startServer({ env: { DATABASE_URL: postgres.url, JOURNAL_MAX_MB: "1", METRICS_TOKEN } });
});

afterAll(async () => {
  await postgres?.start();
  await server?.stop();
  await postgres?.remove();
});

async function refused(): Promise<number> {
  const { body } = await api(server, METRICS_TOKEN).get<{ journal: { refused: number } }>("/api/health");
  return body.journal.refused;
}

test("a full journal rejects new clicks, counts them, and keeps every earlier one", async () => {
  const { post } = api(server, server.adminKey);
  expect((await post("/api/url/add", { url: "https://example.com/", custom: "full" })).status).toBe(200);
  const first = await visit(100);
  expect(await recordedClicks(server)).toMatchObject([{ alias: "full", rows: first }]);

  await postgres.crash();
  const during = await visit(15_000);
  const missing = await refused();
  expect(missing).toBeGreaterThan(1_000);
  expect(missing).toBeLessThan(during);
  expect(server.logs().match(/clicks are not recorded/g)).toHaveLength(1);

  await postgres.start();
  const rows = first + during - missing;
  expect(await recordedClicks(server, 60_000)).toMatchObject([{ alias: "full", rows, counter: rows, days: rows }]);
  // Visits until clicks are no longer refused, which shows that there is room again.
  let after = 0;
  await eventually(async () => {
    const before = await refused();
    after += await visit(1);
    expect(await refused()).toBe(before);
  });
  const missed = await refused();
  after += await visit(100);
  expect(await refused()).toBe(missed);
  const stored = first + during + after - missed;
  await eventually(async () => expect(await recordedClicks(server)).toMatchObject([{ rows: stored }]));
});

/** Visits the link at least `count` times. Every visitor is redirected. */
async function visit(count: number): Promise<number> {
  const load = startLoad(server, { paths: ["/full"], connections: 32 });
  await load.answered(count);
  const { statuses, redirects, inFlight } = await load.stop();
  expect([Object.keys(statuses), inFlight]).toEqual([["302"], 0]);
  return redirects["/full"] ?? 0;
}
