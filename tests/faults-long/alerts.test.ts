import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { freePort } from "../support/ports";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { hasPrometheus, type Prometheus, startPrometheus } from "../support/prometheus";
import { startServer, type TestServer } from "../support/server";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { sql } from "../support/sql";

// The alerts that take minutes, with the rules of deploy/alerts.yaml unchanged.

let prometheus: Prometheus | undefined;
let server: TestServer | undefined;
let postgres: TestPostgres | undefined;
let disk: SmallDisk | string | undefined;

beforeEach(({ skip }) => {
  if (!hasPrometheus) skip("Prometheus is not installed here");
});

afterEach(async () => {
  await prometheus?.stop();
  postgres?.thaw();
  if (typeof disk === "object") disk.tidy();
  await server?.stop();
  await postgres?.remove();
  if (typeof disk === "object") await disk.remove();
  prometheus = server = postgres = disk = undefined;
});

async function start(env: Record<string, string>, dataDir?: string): Promise<TestServer> {
  const port = `${await freePort()}`;
  server = await startServer({ env: { METRICS_PORT: port, LOG_LEVEL: "silent", ...env }, dataDir });
  prometheus = await startPrometheus(`127.0.0.1:${port}`, { asTheyAre: true });
  const { status } = await api(server, server.adminKey).post("/api/url/add", {
    url: "https://example.com/",
    custom: "go",
  });
  expect(status).toBe(200);
  return server;
}

const alerts = async () => (await prometheus?.firing()) ?? [];
const within = (minutes: number) => ({ timeout: minutes * 60_000, interval: 1_000 });

test("alerts report the age of clicks that cannot be stored, and name the outage", {
  timeout: 900_000,
}, async () => {
  postgres = await startPostgres();
  const { url } = await start({ DATABASE_URL: postgres.url });
  await expect.poll(alerts).toEqual([]);
  for (let visit = 0; visit < 20; visit++) await fetch(`${url}/go`, { redirect: "manual" });
  await sleep(3_000);
  await postgres.freeze();
  for (let visit = 0; visit < 20; visit++) await fetch(`${url}/go`, { redirect: "manual" });
  const outage = ["SignpostDatabaseUnreachable", "SignpostNotReady"];
  await expect.poll(alerts, within(2)).toEqual(expect.arrayContaining(outage));
  await expect.poll(alerts, within(4)).toContain("SignpostDrainStuck");
  // Visits to links that are not in the cache fail.
  for (let visit = 0; visit < 10; visit++) await fetch(`${url}/unknown-${visit}`, { redirect: "manual" });
  await expect.poll(alerts, within(2)).toContain("SignpostVisitsFail");
  await expect.poll(alerts, within(8)).toContain("SignpostJournalOld");
  postgres.thaw();
  await expect.poll(alerts, within(3)).not.toContain("SignpostJournalOld");
  expect((await alerts()).filter((name) => outage.includes(name))).toEqual([]);
});

test("an alert fires before a full disk makes the service refuse clicks, and another when it does", {
  timeout: 600_000,
}, async ({ skip }) => {
  disk = await mountSmallDisk(400);
  if (typeof disk === "string") return skip(disk);
  const { url } = await start({}, disk.folder);
  await expect.poll(alerts).toEqual([]);
  // This visit puts the link into the cache, so that it works while the database is down.
  expect((await fetch(`${url}/go`, { redirect: "manual" })).status).toBe(302);
  disk.fill(true);
  await expect.poll(alerts, within(3)).toContain("SignpostDiskNearlyFull");
  const load = startLoad({ url }, { paths: ["/go"], pause: 100 });
  await expect.poll(alerts, within(3)).toContain("SignpostClicksRefused");
  await load.stop();
});

test("an alert fires when a service is gone", async () => {
  const { pid } = await start({});
  await expect.poll(alerts).toEqual([]);
  process.kill(pid, "SIGSTOP");
  // By default Prometheus keeps the last value for five minutes, but not for a target that does not answer.
  await expect.poll(alerts, within(4)).toContain("SignpostGone");
  process.kill(pid, "SIGCONT");
  await expect.poll(alerts, within(2)).not.toContain("SignpostGone");
});

test("an alert fires when a regular task fails each time", { timeout: 600_000 }, async () => {
  // With mail set up, a task looks each minute for clicks beyond a plan, to report them.
  const server = await start({ SMTP_URL: "smtp://127.0.0.1:9" });
  await sleep(10_000);
  expect(await alerts()).toEqual([]);
  await sql(server, "ALTER TABLE click_usage RENAME TO mislaid");
  await expect.poll(alerts, within(5)).toEqual(["SignpostSweepFails"]);
});
