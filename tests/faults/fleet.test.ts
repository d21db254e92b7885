import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../support/api";
import { linkOwner } from "../support/links";
import { startLoad } from "../support/load";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { recordedClicks } from "../support/recorded";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { type RoundRobin, startRoundRobin } from "../support/round-robin";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

/** The promised limit: a change shows everywhere within a second. */
const SOON = 1_000;

describe.skipIf(!redisServer)("two instances on one Postgres, one Redis and one folder of journals", () => {
  let folder: string;
  let postgres: TestPostgres;
  let redis: TestRedis;
  let proxy: RoundRobin;
  let [one, other] = [] as unknown as [TestServer, TestServer];

  const start = (name: string, PORT?: string) =>
    startServer({
      dataDir: join(folder, name),
      env: {
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        JOURNAL_DIR: join(folder, "journal"),
        ...(PORT && { PORT }),
      },
    });

  beforeAll(async () => {
    folder = await temporaryFolder();
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    [one, other] = await Promise.all([start("one"), start("other")]);
    proxy = await startRoundRobin([one.url, other.url]);
  });

  afterAll(async () => {
    await proxy?.close();
    await Promise.all([one?.stop(), other?.stop()]);
    await Promise.all([postgres?.remove(), redis?.kill()]);
    await rm(folder, { recursive: true, force: true });
  });

  test("agree on links, domains, accounts and limits", async () => {
    const owner = await linkOwner(one);
    const { id, shorturl } = await owner.create();
    const there = `${other.url}${new URL(shorturl).pathname}`;
    expect((await visit(there)).location).toBe("https://example.com/");
    await owner.update(id, { url: "https://example.com/changed" });
    await eventually(async () => expect((await visit(there)).location).toBe("https://example.com/changed"), SOON);
    await owner.remove(id);
    await eventually(async () => expect((await visit(there)).status).toBe(404), SOON);

    const root = async () => (await hostVisit(other.url, "go.fleet.test", "/")).location;
    expect(await root()).toBeUndefined();
    const body = { domain: "http://go.fleet.test", redirectroot: "https://example.com/one" };
    const { body: added } = await owner.client.post<{ id: number }>("/api/domain/add", body);
    await eventually(async () => expect(await root()).toBe("https://example.com/one"), SOON);
    await owner.client.put(`/api/domain/${added.id}/update`, { redirectroot: "https://example.com/two" });
    await eventually(async () => expect(await root()).toBe("https://example.com/two"), SOON);

    const page = async () =>
      /<h1>(.*?)<\/h1>.*?href="\/b\/(.*?)\//s.exec((await hostVisit(other.url, "go.fleet.test", "/")).body)?.slice(1);
    const blocks = [{ type: "link", title: "Shop", url: "https://example.com/" }];
    const { body: bio } = await owner.client.post<{ id: number }>("/api/bio/add", {
      slug: "fleet",
      name: "Fleet",
      blocks,
    });
    await owner.client.put(`/api/domain/${added.id}/update`, { rootbio: bio.id });
    await eventually(async () => expect(await page()).toEqual(["Fleet", "fleet"]), SOON);
    await owner.client.put(`/api/bio/${bio.id}/update`, { slug: "renamed" });
    await eventually(async () => expect(await page()).toEqual(["Fleet", "renamed"]), SOON);
    await owner.client.delete(`/api/bio/${bio.id}/delete`);
    await eventually(async () => expect(await root()).toBe("https://example.com/two"), SOON);

    const remaining: number[] = [];
    for (const server of [one, other, one, other]) {
      const { headers } = await api(server, owner.user.key).get("/api/account");
      remaining.push(Number(headers.get("x-ratelimit-remaining")));
    }
    const [first = 0] = remaining;
    expect(remaining).toEqual([first, first - 1, first - 2, first - 3]);

    await api(one, one.adminKey).delete(`/api/user/${owner.user.id}/delete`);
    const account = () => api(other, owner.user.key).get("/api/account");
    await eventually(async () => expect((await account()).status).toBe(401), SOON);
  });

  test("either can be killed under load, also permanently: nothing is lost or doubled", async () => {
    const aliases = ["both", "often"];
    for (const custom of aliases) {
      const { status } = await api(one, one.adminKey).post("/api/url/add", { url: "https://example.com/", custom });
      expect(status).toBe(200);
    }
    const load = startLoad(proxy, { paths: ["/both", "/often", "/often"], connections: 32, pause: 40 });
    await load.answered(1_000);
    await one.kill();
    await load.answered(2_000);
    one = await start("one", new URL(one.url).port);
    await load.answered(3_000);
    await other.kill();
    await load.answered(4_000);

    const { redirects, statuses, inFlight } = await load.stop();
    const { 302: answered = 0, 502: broken = 0, ...others } = statuses;
    expect([others, inFlight, broken]).toEqual([{}, 0, proxy.broken()]);
    expect(proxy.retried()).toBeGreaterThan(0);

    // A living instance adopts the journals of the two that were killed.
    const journals = () => readdirSync(join(folder, "journal"));
    await eventually(() => expect(journals()).toHaveLength(1), 40_000);
    const recorded = await recordedClicks({ dataDir: folder, databaseUrl: postgres.url });
    const counted = recorded.filter(({ alias }) => aliases.includes(alias));
    const rows = counted.reduce((sum, link) => sum + link.rows, 0);
    console.log(
      `${answered} redirects answered, ${rows} clicks recorded, ${proxy.retried()} retried, ${broken} broken off`,
    );
    expect(rows).toBeGreaterThanOrEqual(answered);
    expect(rows).toBeLessThanOrEqual(answered + broken);
    for (const { alias, unique, ...counts } of counted) {
      expect(counts.rows).toBeGreaterThanOrEqual(redirects[`/${alias}`] ?? 0);
      expect(counts).toEqual({ rows: counts.rows, counter: counts.rows, total: counts.rows, days: counts.rows });
    }
  });
});

/** The workers of a primary process. */
const workersOf = ({ pid }: TestServer) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("worker.js"));

test.skipIf(process.platform !== "linux")("workers share a port and a limit, and one can be killed", async () => {
  const dataDir = await temporaryFolder();
  const env = { WEB_CONCURRENCY: "2", RATE_LIMIT_PER_MINUTE: "1000" };
  let server = await startServer({ dataDir, env });
  try {
    const admin = api(server, server.adminKey, { connection: "close" });
    const remaining = new Set<string | null>();
    for (let call = 0; call < 8; call++) {
      remaining.add((await admin.get("/api/account")).headers.get("x-ratelimit-remaining"));
    }
    expect([...remaining]).toEqual(Array.from({ length: 8 }, (_, call) => `${999 - call}`));
    await admin.post("/api/url/add", { url: "https://example.com/", custom: "shared" });

    const before = workersOf(server);
    expect(before).toHaveLength(2);
    const load = startLoad(server, { paths: ["/shared"], connections: 32, pause: 10 });
    await load.answered(2_000);
    process.kill(before[0] ?? 0, "SIGKILL");
    await load.answered(4_000);
    await eventually(() => expect(workersOf(server)).toHaveLength(2), 10_000);
    const { body: health } = await admin.get<{ restarts: number }>("/api/health");
    expect(health.restarts).toBe(1);
    const first = await load.stop();
    expect(first.inFlight).toBeGreaterThan(0);
    // Both workers answer, including the replacement of the killed one.
    await eventually(async () => {
      for (let call = 0; call < 4; call++) expect((await visit(`${server.url}/shared`)).status).toBe(302);
    }, 10_000);

    const next = startLoad(server, { paths: ["/shared"], connections: 32 });
    await next.answered(2_000);
    const stoppedAt = performance.now();
    process.kill(server.pid, "SIGTERM");
    const second = await next.report;
    expect(await server.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
    expect(second.inFlight).toBe(0);
    expect(server.logs().match(/Signpost is ready/g)).toHaveLength(1);
    expect(server.logs()).toContain("a worker died");

    server = await startServer({ dataDir });
    const [link] = await recordedClicks(server);
    const answered = (first.redirects["/shared"] ?? 0) + (second.redirects["/shared"] ?? 0);
    console.log(`${answered} redirects answered, ${link?.rows} clicks recorded, ${first.inFlight} visits in flight`);
    // Visits that only checked whether the new worker answers are recorded too.
    expect(link?.rows).toBeGreaterThanOrEqual(answered);
    expect(link?.counter).toBe(link?.rows);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.skipIf(process.platform !== "linux")("visits wait for new workers after all have died", async () => {
  const server = await startServer({ env: { WEB_CONCURRENCY: "2" } });
  try {
    await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom: "shared" });
    for (const worker of workersOf(server)) process.kill(worker, "SIGKILL");
    await eventually(() => expect(server.logs().match(/a worker died/g)).toHaveLength(2));
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit(`${server.url}/shared`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(302));
  } finally {
    await server.stop();
  }
});
