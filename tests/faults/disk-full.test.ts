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

let disk: SmallDisk | string | undefined;
let server: TestServer | undefined;

beforeAll(async () => {
  disk = await mountSmallDisk(400);
  if (typeof disk !== "string") server = await startServer({ dataDir: disk.folder });
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
  const { status, body } = await api(parts().server).get<Health>("/api/health");
  expect(status).toBe(200);
  return body;
};
const ballast = () => statSync(join(parts().disk.folder, "postgres/ballast"), { throwIfNoEntry: false })?.size ?? 0;

async function addLink(custom: string): Promise<void> {
  const { post } = api(parts().server, parts().server.adminKey);
  expect((await post("/api/url/add", { url: `https://example.com/${custom}`, custom })).status).toBe(200);
}

async function rowsOf(alias: string): Promise<number | undefined> {
  const recorded = await recordedClicks(parts().server, 60_000);
  return recorded.find((link) => link.alias === alias)?.rows;
}

test("on a full disk links go on, and what was recorded is stored before there is room again", async () => {
  const { disk, server } = parts();
  await addLink("full");
  await eventually(() => expect(ballast()).toBeGreaterThanOrEqual(32 * MIB), 60_000);
  const load = startLoad(server, { paths: ["/full"], connections: 8, pause: 10 });
  await load.answered(500);

  disk.fill();
  await eventually(async () => expect((await health()).disk.full).toBe(true), 10_000);
  await load.answered(1_500);
  await eventually(() => expect(ballast()).toBe(0), 10_000);
  const ready = await api(server).get<Health>("/api/ready");
  expect([ready.status, ready.body.disk.full]).toEqual([200, true]);
  await load.answered(2_500);
  const { redirects, statuses, inFlight } = await load.stop();
  expect([Object.keys(statuses), inFlight]).toEqual([["302"], 0]);
  const { refused } = (await health()).journal;
  expect(refused).toBeGreaterThan(0);
  expect(await rowsOf("full")).toBe((redirects["/full"] ?? 0) - refused);

  disk.tidy();
  await eventually(async () => expect((await health()).disk.full).toBe(false), 10_000);
  await fetch(`${server.url}/full`, { redirect: "manual", headers: { "user-agent": "Mozilla/5.0 Firefox/140.0" } });
  expect(await rowsOf("full")).toBe((redirects["/full"] ?? 0) - refused + 1);
  await eventually(() => expect(ballast()).toBeGreaterThanOrEqual(32 * MIB), 60_000);
});

test("a database that the full disk has ended comes back by itself, and nothing that was recorded is lost", async () => {
  const { disk, server } = parts();
  await addLink("panic");
  const before = (await health()).journal.refused;
  const load = startLoad(server, { paths: ["/panic"], connections: 8, pause: 10 });
  await load.answered(500);

  const postgres = Number.parseInt(readFileSync(join(disk.folder, "postgres/postmaster.pid"), "utf8"), 10);
  // A new connection may need room itself.
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  disk.fill(true);
  await writeUntilEnded(server.databaseUrl, client, postgres);
  const { status, body } = await api(server).get("/api/ready");
  expect([status, body]).toMatchObject([503, { message: expect.stringMatching(/disk is full.*database/) }]);
  const { post } = api(server, server.adminKey);
  expect((await post("/api/url/add", { url: "https://example.com/" })).status).toBe(503);
  await load.answered(2_000);

  disk.tidy();
  await eventually(async () => expect((await api(server).get("/api/ready")).status).toBe(200), 60_000);
  const { redirects, statuses, inFlight } = await load.stop();
  expect([Object.keys(statuses), inFlight]).toEqual([["302"], 0]);
  const refused = (await health()).journal.refused - before;
  expect(await rowsOf("panic")).toBe((redirects["/panic"] ?? 0) - refused);
  await addLink("after");
});

/** Needs more and more of the database's log, until there is no room for it. At first it may come back by itself. */
async function writeUntilEnded(url: string, first: pg.Client, postgres: number): Promise<void> {
  const isRunning = () => existsSync(`/proc/${postgres}`);
  let client = first;
  for (const late = Date.now() + 90_000; isRunning() && Date.now() < late; ) {
    try {
      await client.query("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))");
    } catch {
      await client.end().catch(() => undefined);
      await sleep(100);
      client = new pg.Client({ connectionString: url });
      client.on("error", () => undefined);
      await client.connect().catch(() => undefined);
    }
  }
  await client.end().catch(() => undefined);
  expect(isRunning()).toBe(false);
}
