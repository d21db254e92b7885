import { beforeAll, beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { provideMetrics } = await import("@/lib/platform/log/all-metrics");
const { metricsOfProcess, mergeMetrics } = await import("@/lib/platform/log/metrics");
const { env } = await import("@/lib/platform/env");
const { counts } = await import("@/lib/platform/log/counts");
const { pool } = await import("@/lib/platform/database/pool");
const { db } = await import("@/lib/platform/database/db");
const { queueFigures, queueSources } = await import("@/lib/instance/queues");
const { storedQueues } = await import("@/lib/instance/queues");
const { createUser } = await import("@/lib/resources/users/service");
const { defineProcessMetrics } = await import("@/server/metrics/process");
const { defineServiceMetrics } = await import("@/server/metrics/service");
const { series } = await import("../support/scrape");

const { user } = await createUser({ username: "ada", email: "ada@example.com", password: "quiet river stone" });
const domain = await db.domain.findFirstOrThrow();
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

beforeAll(() => {
  defineProcessMetrics();
  defineServiceMetrics();
  provideMetrics(async () => mergeMetrics([await metricsOfProcess("0")]).getMetricsAsJSON() as never);
});
beforeEach(async () => {
  await pool.query("DELETE FROM webhooks; DELETE FROM weekly_reports; DELETE FROM imports; DELETE FROM sweeps");
  counts().sweeps.clear();
  env.SMTP_URL = undefined;
});

async function newWebhook(values: { status?: "active" | "paused"; forwarding?: "url" }, deliveries: number) {
  const { id } = await db.webhook.create({
    data: { userId: user.id, url: "https://example.com", events: [], secret: Buffer.from("none"), ...values },
  });
  await pool.query(
    `INSERT INTO webhook_deliveries (webhook_id, type, key, at, attempts)
     SELECT $1, 'link.created', 'link:' || n, now() - n * interval '1 minute', n % 2 FROM generate_series(1, $2::int) AS n`,
    [id, deliveries],
  );
  return id;
}

it("counts the deliveries that wait, apart from forwarded events, and those that were tried", async () => {
  const delivered = await newWebhook({}, 3);
  await newWebhook({ status: "paused" }, 5);
  await newWebhook({ forwarding: "url" }, 2);
  await pool.query("UPDATE webhook_deliveries SET status = 'delivered' WHERE webhook_id = $1 AND key = 'link:3'", [
    delivered,
  ]);
  const found = await storedQueues()();
  expect(found["webhook deliveries"]).toMatchObject({ waiting: 2, failed: 1 });
  expect(found["event forwarding"]).toMatchObject({ waiting: 2, failed: 1 });
  expect(found["webhook deliveries"]?.oldest).toBeGreaterThanOrEqual(120);
});

it("counts reports that are due, if there is a mail server", async () => {
  await db.weeklyReport.create({ data: { userId: user.id, nextAt: ago(90) } });
  expect((await storedQueues()())["weekly reports"]).toBeUndefined();
  env.SMTP_URL = "smtp://mail.example";
  const found = (await storedQueues()())["weekly reports"];
  expect(found).toMatchObject({ waiting: 1 });
  expect(found?.oldest).toBeGreaterThanOrEqual(90);
  await pool.query("UPDATE weekly_reports SET next_at = now() + interval '1 hour'");
  expect((await storedQueues()())["weekly reports"]).toMatchObject({ waiting: 0, oldest: 0 });
});

it("counts imports that no process works on", async () => {
  const data = { userId: user.id, fileName: "links.csv", status: "running", busyUserId: user.id } as const;
  const { id } = await db.import.create({ data: { ...data, touchedAt: ago(60), leaseUntil: ago(-60) } });
  expect((await storedQueues()()).imports).toMatchObject({ waiting: 0 });
  await db.import.update({ where: { id }, data: { leaseUntil: ago(1) } });
  const found = (await storedQueues()()).imports;
  expect(found).toMatchObject({ waiting: 1 });
  expect(found?.oldest).toBeGreaterThanOrEqual(60);
});

it("counts the tasks that are overdue, without those of other versions", async () => {
  counts().sweeps.set("uploads", { ranAt: 0, seconds: 0, failures: 2 });
  counts().sweeps.set("reports", { ranAt: 0, seconds: 0, failures: 1 });
  await pool.query(
    `INSERT INTO sweeps (name, due_at) VALUES ('uploads', now() - interval '5 minutes'),
       ('reports', now() + interval '5 minutes'), ('of an earlier version', now() - interval '1 year')`,
  );
  const found = (await storedQueues()())["regular tasks"];
  expect(found).toMatchObject({ waiting: 1 });
  expect(Math.floor((found?.oldest ?? 0) / 60)).toBe(5);
});

it("counts the checks of destinations that are due", async () => {
  await db.session.create({ data: { userId: user.id, expiresAt: ago(-1e6) } });
  for (const alias of ["due", "never", "later"]) {
    const { id } = await db.link.create({
      data: { userId: user.id, domainId: domain.id, alias, aliasFolded: alias, destination: "https://example.com" },
    });
    await pool.query("UPDATE link_counts SET clicks = 1 WHERE link_id = $1", [id]);
    const checkAt = { due: ago(30), later: ago(-30) }[alias];
    if (!checkAt) continue;
    await db.destinationCheck.create({
      data: { linkId: id, userId: user.id, destination: "https://example.com", checkAt },
    });
  }
  const found = (await storedQueues()())["destination checks"];
  expect(found).toMatchObject({ waiting: 2 });
  expect(Math.floor((found?.oldest ?? 0) / 30)).toBe(1);
});

it("shows on the instance page the figures of the metrics", async () => {
  env.SMTP_URL = "smtp://mail.example";
  await newWebhook({}, 4);
  await pool.query(
    "INSERT INTO mails (message, expires_at, attempts) SELECT 'x', now(), n FROM generate_series(0, 1) AS n",
  );
  counts().sweeps.set("uploads", { ranAt: 0, seconds: 0, failures: 2 });
  counts().sweeps.set("reports", { ranAt: 0, seconds: 0, failures: 1 });
  const scraped = series(await mergeMetrics([await metricsOfProcess("0")]).metrics());
  const found = await queueFigures();
  expect(found.map(({ name }) => name)).toEqual(Object.keys(queueSources));
  const of = (wanted: string) => found.find(({ name }) => name === wanted);
  const stored = { queue: "webhook deliveries" };
  expect(of("webhooks")).toMatchObject({
    waiting: scraped.sum("signpost_stored_queue_waiting", stored),
    failed: scraped.sum("signpost_stored_queue_failed", stored),
  });
  expect([of("webhooks")?.waiting, of("webhooks")?.failed]).toEqual([4, 2]);
  expect(of("mails")).toEqual({ name: "mails", waiting: 2, failed: 1, oldest: expect.any(Number) });
  expect(of("tasks")?.failed).toBe(scraped.sum("signpost_sweep_failures_total"));
  expect(of("exports")).toEqual({ name: "exports", running: 0 });
});

it("names metrics that exist, for each queue", async () => {
  env.SMTP_URL = "smtp://mail.example";
  counts().sweeps.set("uploads", { ranAt: 0, seconds: 0, failures: 0 });
  const found = await queueFigures();
  // The job library has not created its tables here.
  const missing = found.flatMap(({ name, ...figures }) =>
    Object.keys(queueSources[name])
      .filter((figure) => (figures as Record<string, unknown>)[figure] === undefined)
      .map((figure) => `${name}.${figure}`),
  );
  expect(missing.filter((name) => !name.startsWith("jobs."))).toEqual([]);
});
