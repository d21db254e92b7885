import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer } from "../support/server";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { eventually } from "../support/wait";

const MIB = 2 ** 20;
/** This token reads health while the database cannot look up API keys. */
const METRICS_TOKEN = "a-token-of-the-tests";

let disk: SmallDisk | string | undefined;
let server: TestServer | undefined;

beforeAll(async () => {
  disk = await mountSmallDisk(400);
  if (typeof disk !== "string") server = await startServer({ dataDir: disk.folder, env: { METRICS_TOKEN } });
});

afterAll(async () => {
  if (typeof disk === "string") return;
  try {
    await server?.stop();
  } finally {
    await disk?.remove();
  }
});

afterEach(() => {
  if (typeof disk === "object") disk.tidy();
});

beforeEach(({ skip }) => {
  if (typeof disk === "string") skip(disk);
});

const parts = () => {
  if (typeof disk !== "object" || !server) throw new Error("there is no disk");
  return { disk, server };
};

interface Health {
  journal: { refused: number };
  disk: { free: number; reserve: number; full: boolean };
}

const health = async (): Promise<Health> => {
  const { status, body } = await api(parts().server, METRICS_TOKEN).get<Health>("/api/health");
  expect(status).toBe(200);
  return body;
};
const ballast = () => statSync(join(parts().disk.folder, "postgres/ballast"), { throwIfNoEntry: false })?.size ?? 0;

/** Adds a link and returns its alias, which differs when the test is tried again. */
async function addLink(): Promise<string> {
  const { post } = api(parts().server, parts().server.adminKey);
  const custom = randomBytes(6).toString("hex");
  expect((await post("/api/url/add", { url: `https://example.com/${custom}`, custom })).status).toBe(200);
  return custom;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: parts().server.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function rowsOf(alias: string, client?: pg.Client): Promise<number | undefined> {
  const recorded = await recordedClicks(parts().server, 60_000, client);
  return recorded.find((link) => link.alias === alias)?.rows;
}

test("on a full disk links work, and recorded clicks are stored before there is room again", async () => {
  const { disk, server } = parts();
  const alias = await addLink();
  const client = await connect();
  const before = (await health()).journal.refused;
  await eventually(() => expect(ballast()).toBeGreaterThanOrEqual(32 * MIB), 60_000);
  const load = startLoad(server, { paths: [`/${alias}`], connections: 8, pause: 10 });
  await load.answered(500);

  disk.fill();
  await eventually(async () => expect((await health()).disk.full).toBe(true), 10_000);
  await load.answered(1_500);
  await eventually(() => expect(ballast()).toBe(0), 10_000);
  const ready = await api(server).get<Health & { degraded: { code: string; message: string }[] }>("/api/ready");
  expect([ready.status, ready.body.disk.full]).toEqual([200, true]);
  const message = expect.stringMatching(/clicks are not recorded.*changes are saved/);
  expect(ready.body.degraded).toContainEqual({ code: "disk_full", message });
  // It says so because links can still be saved.
  await addLink();
  await load.answered(2_500);
  const { redirects, statuses, inFlight } = await load.stop();
  expect([Object.keys(statuses), inFlight]).toEqual([["302"], 0]);
  const refused = (await health()).journal.refused - before;
  expect(refused).toBeGreaterThan(0);
  expect(await rowsOf(alias, client)).toBe((redirects[`/${alias}`] ?? 0) - refused);
  await client.end();

  disk.tidy();
  await eventually(async () => expect((await health()).disk.full).toBe(false), 10_000);
  await fetch(`${server.url}/${alias}`, { redirect: "manual", headers: { "user-agent": "Mozilla/5.0 Firefox/140.0" } });
  expect(await rowsOf(alias)).toBe((redirects[`/${alias}`] ?? 0) - refused + 1);
  await eventually(() => expect(ballast()).toBeGreaterThanOrEqual(32 * MIB), 60_000);
});

test("a database that ended on a full disk returns automatically, and no recorded click is lost", async () => {
  const { disk, server } = parts();
  const alias = await addLink();
  const before = (await health()).journal.refused;
  const load = startLoad(server, { paths: [`/${alias}`], connections: 8, pause: 10 });
  await load.answered(500);

  const postgres = Number.parseInt(readFileSync(join(disk.folder, "postgres/postmaster.pid"), "utf8"), 10);
  const client = await connect();
  disk.fill(true);
  await writeUntilEnded(client, postgres);
  const { status, body } = await api(server).get("/api/ready");
  const code = "disk_full_and_database_unreachable";
  const reasons = expect.arrayContaining([code, "disk_full"].map((one) => expect.objectContaining({ code: one })));
  expect([status, body]).toMatchObject([
    503,
    { code, message: expect.stringMatching(/disk is full.*database/), reasons },
  ]);
  const { post } = api(server, server.adminKey);
  expect((await post("/api/url/add", { url: "https://example.com/" })).status).toBe(503);
  await load.answered(2_000);

  disk.tidy();
  await eventually(async () => expect((await api(server).get("/api/ready")).status).toBe(200), 60_000);
  const { redirects, statuses, inFlight } = await load.stop();
  expect([Object.keys(statuses), inFlight]).toEqual([["302"], 0]);
  const refused = (await health()).journal.refused - before;
  expect(await rowsOf(alias)).toBe((redirects[`/${alias}`] ?? 0) - refused);
  await addLink();
});

/**
 * Fills the database's log until the disk is full and Postgres ends. At first it may recover. If it crashes and
 * recovers again and again, which depends on the process that first finds the disk full, it is killed.
 */
async function writeUntilEnded(first: pg.Client, postgres: number): Promise<void> {
  const isRunning = () => existsSync(`/proc/${postgres}`);
  let client = first;
  let refusals = 0;
  for (const late = Date.now() + 90_000; isRunning() && Date.now() < late; ) {
    try {
      await client.query("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))");
    } catch {
      await client.end().catch(() => undefined);
      await sleep(100);
      const next = await connect().catch(() => null);
      refusals = next ? 0 : refusals + 1;
      client = next ?? client;
      if (refusals === 20 && isRunning()) process.kill(postgres, "SIGKILL");
    }
  }
  await client.end().catch(() => undefined);
  expect(isRunning()).toBe(false);
}
