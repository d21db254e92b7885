import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { recordedClicks } from "../support/recorded";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { seeded } from "../support/seeded";
import { startServer, type TestServer } from "../support/server";
import { eventually } from "../support/wait";

/** The promised minute would take too long for every run. */
const OUTAGE = Number(process.env.OUTAGE_SECONDS ?? 20) * 1_000;

/** This token reads health while the database cannot look up API keys. */
const METRICS_TOKEN = "a-token-of-the-tests";

let postgres: TestPostgres;
let redis: TestRedis | undefined;
let server: TestServer;

beforeAll(async () => {
  postgres = await startPostgres();
  redis = redisServer ? await startRedis() : undefined;
  const env = { DATABASE_URL: postgres.url, METRICS_TOKEN, ...(redis && { REDIS_URL: redis.url }) };
  server = await startServer({ env });
});

afterAll(async () => {
  await postgres?.start();
  await server?.stop();
  await redis?.kill();
  await postgres?.remove();
});

const admin = () => api(server, server.adminKey);
const visit = (alias: string) => fetch(`${server.url}/${alias}`, { redirect: "manual" });

async function addLinks(...aliases: string[]): Promise<void> {
  for (const custom of aliases) {
    const { status } = await admin().post("/api/url/add", { url: `https://example.com/${custom}`, custom });
    expect(status).toBe(200);
  }
}

async function clicksOf(...aliases: string[]) {
  const recorded = await recordedClicks(server, 60_000);
  return recorded
    .filter(({ alias }) => aliases.includes(alias))
    .map(({ rows, unique, ...same }) => ({ ...same, rows }));
}

const everywhere = (alias: string, count = 0) => ({ alias, rows: count, counter: count, total: count, days: count });

async function expectOutage(path: string, body?: unknown): Promise<void> {
  const { get, post } = admin();
  const answer = body ? await post(path, body) : await get(path);
  expect(answer).toMatchObject({ status: 503, body: { error: 1, message: expect.stringMatching(/database/) } });
  expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
  expect(answer.headers.get("x-request-id")).toBeTruthy();
}

test("links work while the database is down, and every click is stored afterwards", async () => {
  await addLinks("steady", "often", "never-asked-for", "changed", "changed-unheard");
  for (const alias of ["changed", "changed-unheard"]) expect((await visit(alias)).status).toBe(302);
  const { body: campaign } = await admin().post<{ id: number }>("/api/campaign/add", { slug: "rotating" });
  await admin().post("/api/url/add", { url: "https://example.com/rotated", campaign: campaign.id });
  expect((await visit("r/rotating")).status).toBe(302);
  const load = startLoad(server, { paths: ["/steady", "/often", "/often"], connections: 16, pause: 50 });
  await load.answered(500);
  // The notice of a change can arrive after the first visit, and removes what that visit cached.
  for (const alias of ["changed", "changed-unheard", "r/rotating"]) expect((await visit(alias)).status).toBe(302);

  await postgres.crash();
  for (const end = Date.now() + OUTAGE; Date.now() < end; await sleep(1_000)) {
    await expectOutage("/api/urls");
    await expectOutage("/api/ready");
    await expectOutage("/api/url/add", { url: "https://example.com/" });
    for (const path of ["/api/health", "/api/ready/visits"]) expect((await admin().get(path)).status).toBe(200);
    const unknown = await visit("never-asked-for");
    expect(unknown.status).toBe(503);
    expect(unknown.headers.get("content-type")).toMatch(/^text\/html/);
    expect((await visit("changed")).headers.get("location")).toBe("https://example.com/changed");
    expect((await visit("r/rotating")).headers.get("location")).toBe("https://example.com/rotated");
  }

  await postgres.start();
  // Starts connecting before the server listens again.
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("update links set destination = 'https://example.com/unheard' where alias = 'changed-unheard'");
  await client.end();
  await eventually(async () => {
    expect((await visit("changed-unheard")).headers.get("location")).toBe("https://example.com/unheard");
  });
  const listed = await admin().get<{ data: { urls: { id: number; alias: string }[] } }>("/api/urls?q=changed");
  const id = listed.body.data.urls.find(({ alias }) => alias === "changed")?.id;
  expect((await admin().put(`/api/url/${id}/update`, { url: "https://example.com/new" })).status).toBe(200);
  await eventually(async () => {
    expect((await visit("changed")).headers.get("location")).toBe("https://example.com/new");
  });
  expect((await visit("never-asked-for")).status).toBe(302);
  expect((await admin().get("/api/ready")).status).toBe(200);

  const { redirects, statuses, inFlight, longest } = await load.stop();
  console.log(
    `${OUTAGE / 1_000} s without a database: answers ${JSON.stringify(statuses)}, longest wait ${Math.round(longest)} ms`,
  );
  expect(Object.keys(statuses)).toEqual(["302"]);
  expect(inFlight).toBe(0);
  expect(server.logs().match(/imports cannot continue at the moment/g)).toHaveLength(1);
  expect(await clicksOf("steady", "often")).toEqual([
    everywhere("often", redirects["/often"]),
    everywhere("steady", redirects["/steady"]),
  ]);
});

test("a database that no longer responds is an outage, too", async () => {
  await addLinks("frozen", "frozen-unknown");
  const load = startLoad(server, { paths: ["/frozen"], connections: 8, pause: 40 });
  await load.answered(100);
  await postgres.freeze();
  try {
    // A balancer's probes time out soon, and the one for visits keeps this instance in rotation.
    const probe = (path: string) => fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(5_000) });
    const probes = await Promise.all(["/api/health", "/api/ready/visits", "/api/ready"].map(probe));
    expect(probes.map(({ status }) => status)).toEqual([200, 200, 503]);
    await Promise.all([
      expectOutage("/api/urls"),
      expectOutage("/api/ready"),
      eventually(async () => expect((await visit("frozen-unknown")).status).toBe(503)),
    ]);
    expect((await admin().get("/api/health")).status).toBe(200);
    // The drain waits for an answer, but health still reports the waiting clicks.
    const waiting = async () => {
      const { body } = await api(server, METRICS_TOKEN).get<{ figures: Record<string, number> }>("/api/health");
      return body.figures.signpost_journal_bytes ?? 0;
    };
    const before = await waiting();
    await eventually(async () => expect(await waiting()).toBeGreaterThan(before), 20_000);
  } finally {
    postgres.thaw();
  }
  await eventually(async () => expect((await admin().get("/api/ready")).status).toBe(200), 15_000);
  expect((await visit("frozen-unknown")).status).toBe(302);
  const { redirects, statuses } = await load.stop();
  expect(Object.keys(statuses)).toEqual(["302"]);
  expect(await clicksOf("frozen")).toEqual([everywhere("frozen", redirects["/frozen"])]);
});

test("a database that recovers is an outage, too, and its clicks are stored afterwards", async () => {
  await addLinks("recovering");
  expect((await visit("recovering")).status).toBe(302);
  // The notice of a new link can arrive after the first visit, and removes what that visit cached.
  await eventually(async () => expect(await clicksOf("recovering")).toMatchObject([{ alias: "recovering", rows: 1 }]));
  expect((await visit("recovering")).status).toBe(302);
  await postgres.recover();
  try {
    await expectOutage("/api/urls");
    await expectOutage("/api/ready");
    await expectOutage("/api/url/add", { url: "https://example.com/" });
    await expectOutage("/api/campaign/add", { slug: "recovering" });
    expect((await visit("recovering")).status).toBe(302);
    expect((await visit("recovering-unknown")).status).toBe(503);
  } finally {
    await postgres.start();
  }
  await eventually(async () => expect((await admin().get("/api/ready")).status).toBe(200), 15_000);
  expect(await clicksOf("recovering")).toMatchObject([{ alias: "recovering", rows: 3 }]);
});

test("a database that crashes while it stores clicks counts each of them once", async () => {
  await addLinks("torn");
  const random = seeded("crashes of the database");
  const load = startLoad(server, { paths: ["/torn"], pause: 20 });
  // From now on the link is in the cache.
  await load.answered(50);
  for (let crash = 0; crash < 5; crash++) {
    await sleep(500 + random() * 500);
    await postgres.crash();
    await postgres.start();
  }
  const { redirects, statuses } = await load.stop();
  expect(Object.keys(statuses)).toEqual(["302"]);
  expect(await clicksOf("torn")).toEqual([everywhere("torn", redirects["/torn"])]);
});

test.skipIf(!redisServer)("requests pass while Redis is down", async () => {
  await addLinks("limited");
  const load = startLoad(server, { paths: ["/limited"], connections: 4, pause: 10 });
  await load.answered(50);
  await redis?.kill();
  for (let call = 0; call < 20; call++) {
    const { status, headers } = await admin().get("/api/account");
    expect([status, headers.get("x-ratelimit-limit")]).toEqual([200, "1000000"]);
  }
  await eventually(() => expect(server.logs()).toMatch(/ECONNREFUSED.*"Redis cannot be reached"/));
  await redis?.start();
  await eventually(async () => {
    const { headers } = await admin().get("/api/account");
    expect(Number(headers.get("x-ratelimit-remaining"))).toBe(1_000_000 - 1);
  });
  const { statuses } = await load.stop();
  expect(Object.keys(statuses)).toEqual(["302"]);
});
