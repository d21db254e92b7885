// Backups to S3, of an external Postgres, and on a schedule; and a service that moves from one database to another.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { command, startCommand } from "../support/command";
import { startLoad } from "../support/load";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { recordedClicks } from "../support/recorded";
import { startS3, type TestS3 } from "../support/s3";
import { startServer, temporaryFolder } from "../support/server";
import { connected } from "../support/sql";
import { eventually } from "../support/wait";

const APP_SECRET = "a secret of the tests, which is long enough";

let folder: string;
let postgres: TestPostgres;
let s3: TestS3;
beforeAll(async () => {
  folder = await temporaryFolder();
  postgres = await startPostgres();
  s3 = await startS3();
});
afterAll(async () => {
  await postgres.remove();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function done(args: string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await command([...args, "--json"], { APP_SECRET, ...env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

async function database(name: string): Promise<string> {
  await connected({ databaseUrl: postgres.url } as never, (client) => client.query(`create database ${name}`));
  return postgres.url.replace(/postgres$/, name);
}

function madeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o755 });
  return path;
}

test("a service moves from its embedded database to another and back, with every click", async () => {
  const dataDir = madeFolder("moving");
  const elsewhere = await database("moved");
  const clicked = async (env: Record<string, string>) => {
    const server = await startServer({ dataDir, env });
    try {
      const { post } = api(server, server.adminKey);
      await post("/api/url/add", { url: "https://example.com/", custom: "hot" });
      const load = startLoad(server, { paths: ["/hot"], connections: 4, pause: 8 });
      await load.answered(300);
      await load.stop();
      const [hot] = await recordedClicks(server);
      const before = await command(["move", "--to", elsewhere], { DATA_DIR: dataDir, ...env });
      expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining("is using") });
      return hot?.rows ?? 0;
    } finally {
      await server.stop();
    }
  };
  const first = await clicked({});
  const there = await done(["move", "--to", elsewhere], { DATA_DIR: dataDir });
  expect(there.tables).toBeGreaterThan(50);
  expect((await command(["move", "--to", elsewhere], { DATA_DIR: dataDir })).stderr).toContain("is not empty");

  const outside = { DATABASE_URL: elsewhere };
  const second = await clicked(outside);
  expect(second).toBeGreaterThanOrEqual(first + 300);
  expect((await command(["move", "--to", "embedded"], { DATA_DIR: dataDir, ...outside })).stderr).toContain(
    "move it away",
  );
  await rm(join(dataDir, "postgres"), { recursive: true });
  await done(["move", "--to", "embedded"], { DATA_DIR: dataDir, ...outside });
  expect(await clicked({})).toBeGreaterThanOrEqual(second + 300);
});

test("a store that takes three seconds for each request gets several files at once, within a bound of memory", async () => {
  const source = await database("slowly");
  const dataDir = madeFolder("slowly");
  await (await startServer({ dataDir, env: { DATABASE_URL: source } })).stop();
  // 64 MiB that cannot be compressed.
  await connected({ databaseUrl: source } as never, (client) =>
    client.query(`insert into quarantined_clicks (journal, position, line, reason)
      select 'a', n, (select decode(string_agg(md5(random()::text), ''), 'hex') from generate_series(1, 32768) where n > 0), ''
      from generate_series(1, 128) as n`),
  );
  const slow = await startS3("tests", 1_000);
  slow.slowDown(3_000);
  const env = { ...slow.env, APP_SECRET, DATABASE_URL: source, DATA_DIR: dataDir };
  const begun = performance.now();
  const child = startCommand(["backup", "--to", "s3://tests/slow", "--json"], env);
  child.stdin?.end();
  let peak = 0;
  const look = setInterval(() => {
    try {
      peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
    } catch {
      // It has ended.
    }
  }, 200);
  const [said, failed] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
  clearInterval(look);
  expect(failed).toBe("");
  expect(JSON.parse(said)).toMatchObject({ kind: "rows", bytes: expect.any(Number) });
  const requests = slow.asked().length;
  const { mostAtOnce, busyMs } = slow.load();
  console.log(
    `slow store: ${requests} requests of 3 s in ${Math.round((performance.now() - begun) / 1_000)} s, ${mostAtOnce} at once, ${Math.round(peak)} MiB`,
  );
  expect(requests).toBeGreaterThan(100);
  expect((requests * 3_000) / busyMs).toBeGreaterThan(2);
  expect(mostAtOnce).toBeLessThanOrEqual(12);
  expect(peak).toBeLessThan(500);
  const folder = madeFolder("from-slow");
  slow.slowDown(0);
  await done(["verify", "--backup", "s3://tests/slow"], { ...slow.env, DATA_DIR: folder });
  await slow.close();
});

test("another database is backed up to S3, encrypted for a recipient, and restored into a third one", async () => {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const identity = await generateX25519Identity();
  const source = await database("source");
  const dataDir = madeFolder("instance");
  const to = "s3://tests/signpost";
  const env = { ...s3.env, APP_SECRET, DATABASE_URL: source, BACKUP_RECIPIENT: await identityToRecipient(identity) };
  const server = await startServer({ dataDir, env: { DATABASE_URL: source } });
  const { post } = api(server, server.adminKey);
  await post("/api/url/add", { url: "https://example.com/", custom: "hot" });
  const made = await done(["backup", "--to", to], { ...env, DATA_DIR: dataDir });
  expect(made).toMatchObject({ kind: "rows", encrypted: true });
  expect(s3.openUploads()).toBe(0);
  const denied = await command(["backup", "--to", to], { ...env, S3_ACCESS_KEY_ID: "nobody", DATA_DIR: dataDir });
  expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining("InvalidAccessKeyId") });
  await server.stop();

  const target = await database("target");
  const restored = { ...s3.env, APP_SECRET, DATABASE_URL: target, BACKUP_IDENTITY: identity };
  const empty = join(folder, "instance-restored");
  expect(await done(["restore", "--from", to, "--data-dir", empty], restored)).toMatchObject({ rows: made.rows });
  const occupied = await command(["restore", "--from", to, "--data-dir", join(folder, "second")], restored);
  expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining("database is not empty") });
  const again = await startServer({ dataDir: empty, env: { DATABASE_URL: target } });
  const answer = await fetch(`${again.url}/hot`, { redirect: "manual" });
  await again.stop();
  expect(answer.status).toBe(302);
});

test("backups run regularly, in a separate process, and the set number is kept", async () => {
  const dataDir = madeFolder("scheduled");
  const place = join(dataDir, "backups");
  const server = await startServer({ dataDir, env: { BACKUP_TO: place, LOG_LEVEL: "info" } });
  try {
    await eventually(() => expect(server.logs()).toContain("a backup was made, restored and compared"), 60_000);
    const [name] = readdirSync(place);
    expect(existsSync(join(place, name ?? "", "cluster.tar.gz"))).toBe(true);
  } finally {
    await server.stop();
  }
});
