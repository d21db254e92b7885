// Backups and a log archive whose destination is down: which alerts fire, and how much disk space they take.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readState } from "@/server/backups/wal/state";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { freePort } from "../support/ports";
import { hasPrometheus, type Prometheus, startPrometheus } from "../support/prometheus";
import { startS3, type TestS3 } from "../support/s3";
import { series } from "../support/scrape";
import { startServer, type TestServer } from "../support/server";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const MIB = 2 ** 20;
const METRICS_TOKEN = "a token of the tests, in ASCII".replaceAll(" ", "-");

let disk: SmallDisk | string | undefined;
let s3: TestS3;
let server: TestServer;
let prometheus: Prometheus | undefined;

beforeAll(async () => {
  s3 = await startS3();
  disk = await mountSmallDisk(700);
  if (typeof disk === "string") return;
  s3.fail(() => 503);
  const METRICS_PORT = `${await freePort()}`;
  const env = { ...s3.env, BACKUP_TO: "s3://tests/signpost", METRICS_TOKEN, METRICS_PORT };
  server = await startServer({ dataDir: disk.folder, env });
  if (hasPrometheus) prometheus = await startPrometheus(`127.0.0.1:${METRICS_PORT}`);
});
afterAll(async () => {
  await prometheus?.stop();
  await server?.stop();
  await s3.close();
  if (typeof disk === "object") await disk.remove();
});
beforeEach(({ skip }) => {
  if (typeof disk === "string") skip(disk);
});

const degraded = async () => {
  const { status, body } = await api(server).get<{ degraded: { code: string }[] }>("/api/ready");
  expect(status).toBe(200);
  return body.degraded.map(({ code }) => code);
};
const metrics = async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return series(await (await fetch(`${server.url}/metrics`, { headers })).text());
};
/** Without Prometheus only the metrics are checked. */
const fires = async (...names: string[]) => {
  const watched = prometheus;
  if (watched) await expect.poll(() => watched.firing()).toEqual(expect.arrayContaining(names));
};
const slots = async () =>
  (await sql<{ name: string }>(server, "select slot_name as name from pg_replication_slots")).map(({ name }) => name);
const logBytes = () => {
  const folder = join(server.dataDir, "postgres/pg_wal");
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
};

test("a backup place that is down from the start is reported, and Postgres keeps no log for it", async () => {
  await eventually(async () => expect(await degraded()).toEqual(["backup_failed"]), 120_000);
  await eventually(async () => expect((await metrics()).sum("signpost_backup_failing")).toBe(1));
  expect(server.logs()).toContain("the backup failed");
  await fires("SignpostBackupFails");
  await eventually(
    () => expect(server.logs()).toContain("the database's log cannot be archived in BACKUP_TO now"),
    120_000,
  );
  expect(await slots()).toEqual([]);
});

test("a long outage of the place ends the line of the log before it fills the disk, and no visitor waits", async () => {
  s3.fail(null);
  await eventually(async () => expect(await slots()).toEqual(["signpost_archive"]), 120_000);
  await eventually(() => expect(readState(server.dataDir)?.last).toMatch(/gz$/), 120_000);
  const line = readState(server.dataDir)?.line;
  s3.fail((method) => (method === "PUT" ? 503 : undefined));

  await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom: "hot" });
  const load = startLoad(server, { paths: ["/hot"], connections: 4, pause: 8 });
  await load.answered(100);
  await sql(server, "create table if not exists filler (id int, text text)");
  let most = 0;
  // Each round writes about 10 MiB of log; 35 MiB, 5 % of the disk, may wait. The service checks every two seconds.
  for (let round = 0; round < 60 && (await slots()).length > 0; round++) {
    await sql(server, "insert into filler select i, repeat(md5(i::text), 32) from generate_series(1, 10000) as i");
    await sql(server, "truncate filler");
    most = Math.max(most, logBytes());
    await sleep(200);
  }
  await eventually(async () => expect(await slots()).toEqual([]));
  const { statuses } = await load.stop();
  expect(server.logs()).toContain("the log is no longer archived");
  expect(most).toBeLessThan(200 * MIB);
  expect(Object.keys(statuses)).toEqual(["302"]);
  expect(statuses[302]).toBeGreaterThan(100);

  await sql(
    server,
    "update backup_status set archived_at = now() - interval '6 minutes', made_at = now() - interval '3 days'",
  );
  expect(await degraded()).toEqual(expect.arrayContaining(["backup_old", "log_archive_late"]));
  // The metrics may be a moment old, so ask until they change.
  await eventually(async () => {
    const figures = await metrics();
    const age = (name: string) => Date.now() / 1_000 - figures.sum(name);
    expect(age("signpost_backup_timestamp_seconds")).toBeGreaterThan(
      2 * figures.sum("signpost_backup_interval_seconds"),
    );
    expect(age("signpost_log_archive_timestamp_seconds")).toBeGreaterThan(300);
  });
  await fires("SignpostBackupOld", "SignpostLogArchiveLate");

  // A new timeline of the log starts automatically.
  s3.fail(null);
  await eventually(async () => expect(await degraded()).not.toContain("log_archive_late"), 240_000);
  expect(readState(server.dataDir)?.line).not.toBe(line);
  expect(await slots()).toEqual(["signpost_archive"]);
}, 600_000);
