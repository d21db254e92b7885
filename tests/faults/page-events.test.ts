import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOwner } from "../support/links";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { untilStored } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";

const TOLD = 90;

let postgres: TestPostgres;
let server: TestServer;
let dataDir: string;
let overlay: number;
let path: string;
let bought: string;
let visitors = 0;

const start = () => startServer({ dataDir, env: { DATABASE_URL: postgres.url, ALLOW_PRIVATE_FETCH: "1" } });

beforeAll(async () => {
  [postgres, dataDir] = await Promise.all([startPostgres(), temporaryFolder()]);
  server = await start();
  const owner = await linkOwner(server);
  const content = { text: "Half price", button: "Show me", url: "https://example.com/" };
  overlay = (await owner.made("/api/overlay/add", { type: "message", name: "Sale", content })).id;
  // Nothing answers there, but these events do not depend on whether it allows frames.
  path = new URL((await owner.create({ url: "http://127.0.0.1:9/", type: `overlay-${overlay}` })).shorturl).pathname;
  bought = `${new URL((await owner.create()).shorturl).pathname}+done`;
});

afterAll(async () => {
  await postgres?.start();
  await server?.stop();
  await postgres?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Reports many impressions and conversions, half of them with a use of the overlay, and waits for the answers. */
async function sendEvents(): Promise<void> {
  const sendEvent = (what: string) =>
    visit(server.url + path, { method: "POST", body: new URLSearchParams({ overlay: what }) });
  const answers = await Promise.all([
    ...Array.from({ length: TOLD }, () => sendEvent("shown")),
    ...Array.from({ length: TOLD / 2 }, () => sendEvent("used")),
    ...Array.from({ length: TOLD }, () => convert()),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
}

/** A new visitor converts. */
const convert = () =>
  visit(server.url + bought, { headers: { "user-agent": agents.mac.replace("17.5", `17.${visitors++}`) } });

async function expectTold(times: number): Promise<void> {
  await untilStored(server, 30_000);
  expect(
    await sql(server, "select impressions, responses from overlay_counts where overlay_id = $1", [overlay]),
  ).toEqual([{ impressions: times * TOLD, responses: (times * TOLD) / 2 }]);
  expect(await sql(server, "select count(*)::int from link_conversions")).toEqual([{ count: times * TOLD }]);
  expect(await sql(server, "select count(*)::int from clicks")).toEqual([{ count: 0 }]);
  expect(await sql(server, "select count(*)::int from quarantined_clicks")).toEqual([{ count: 0 }]);
}

test("events from pages survive an immediate kill, and another start does not double them", async () => {
  await sendEvents();
  await server.kill();
  server = await start();
  await expectTold(1);
  await server.kill();
  server = await start();
  await expectTold(1);
});

test("events from pages are kept while the database is down, and survive a kill", async () => {
  // Puts the link and its overlay into the cache.
  await visit(server.url + path, { method: "POST", body: new URLSearchParams({ overlay: "unknown" }) });
  await visit(server.url + bought, { method: "HEAD" });
  await postgres.crash();
  await sendEvents();
  await server.kill();
  await postgres.start();
  server = await start();
  await expectTold(2);
});
