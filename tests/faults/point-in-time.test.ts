// Restores the embedded Postgres to a moment between two backups, after the machine is lost.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupPieces, isLineName } from "@/server/backups/storage/wal-pieces";
import { api } from "../support/api";
import { command } from "../support/command";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startS3, type TestS3 } from "../support/s3";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

/** The tests start several services and databases in turn, and each waits for a piece of the log. */
const WITHIN_MS = 600_000;
const APP_SECRET = "a secret of the tests, which is long enough";

let folder: string;
let s3: TestS3;
const servers: TestServer[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  s3 = await startS3();
});
afterAll(async () => {
  for (const server of servers) await server.stop().catch(() => {});
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function started(dataDir: string, env: Record<string, string> = {}): Promise<TestServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const server = await startServer({ dataDir, env: { LOG_LEVEL: "info", ...env } });
  servers.push(server);
  return server;
}

const backedUp = (server: TestServer) =>
  eventually(() => expect(server.logs()).toContain("a backup was made, restored and compared"), 240_000);

const now = async (server: TestServer): Promise<Date> =>
  (await sql<{ now: Date }>(server, "select clock_timestamp() as now"))[0]?.now ?? new Date(0);

/** All stored pieces of a timeline, wherever they are. */
const piecesIn = (files: string[]) => {
  const split = files.map((path) => path.split("/")).map(([line = "", file = ""]) => ({ line, file }));
  return [...new Set(split.map(({ line }) => line))].filter(isLineName).map((line) => groupPieces(split, line));
};
const filesIn = (place: string) =>
  readdirSync(place).flatMap((name) => readdirSync(join(place, name)).map((file) => `${name}/${file}`));

const answerOf = async ({ url }: TestServer, alias: string) =>
  (await fetch(`${url}/${alias}`, { redirect: "manual" })).status;

let restores = 0;
async function restore(from: string, at: Date | string, env: Record<string, string> = {}) {
  const to = join(folder, `restored-${++restores}`);
  const moment = typeof at === "string" ? at : at.toISOString();
  const ran = await command(["restore", "--from", from, "--at", moment, "--data-dir", to, "--json"], {
    APP_SECRET,
    ...env,
  });
  return { ...ran, to };
}

/** Makes a link, notes the time, and replaces the link by another: the mistake that a restore undoes. */
async function mistake(server: TestServer): Promise<Date> {
  const { post, delete: remove } = api(server, server.adminKey);
  const { body } = await post<{ id: number }>("/api/url/add", { url: "https://example.com/", custom: "kept" });
  await sleep(50);
  const moment = await now(server);
  await sleep(50);
  expect((await remove(`/api/url/${body.id}/delete`)).status).toBe(200);
  await post("/api/url/add", { url: "https://example.com/", custom: "later" });
  return moment;
}

async function expectAsBefore(dataDir: string): Promise<void> {
  const server = await started(dataDir);
  expect([await answerOf(server, "kept"), await answerOf(server, "later")]).toEqual([302, 404]);
  const { post } = api(server, server.adminKey);
  expect((await post("/api/url/add", { url: "https://example.com/", custom: "next" })).status).toBe(200);
  await server.stop();
}

test(
  "a moment is restored after the machine was lost, and a moment outside of the log is refused",
  async () => {
    const place = join(folder, "backups");
    const dataDir = join(folder, "data");
    const before = new Date();
    let server = await started(dataDir, { BACKUP_TO: place });
    await backedUp(server);
    const moment = await mistake(server);
    // An orderly stop keeps all data, and the next start continues after it.
    await server.stop();
    server = await started(dataDir, { BACKUP_TO: place });
    const { post } = api(server, server.adminKey);
    await post("/api/url/add", { url: "https://example.com/", custom: "after" });
    const second = await now(server);
    await eventually(() => {
      const [pieces = []] = piecesIn(filesIn(place));
      expect(pieces.at(-1)?.until).toBeGreaterThan(second.getTime());
    }, 120_000);
    const load = startLoad(server, { paths: ["/after"], connections: 4, pause: 4 });
    await load.answered(300);
    await server.kill();
    const { redirects, inFlight } = await load.report;
    expect(piecesIn(filesIn(place))).toHaveLength(1);

    const asOfMoment = await restore(place, moment);
    expect(asOfMoment).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(asOfMoment.stdout)).toMatchObject({ at: moment.toISOString(), differences: [] });
    await expectAsBefore(asOfMoment.to);
    const asOfSecond = await restore(place, second);
    const restored = await started(asOfSecond.to);
    expect([await answerOf(restored, "kept"), await answerOf(restored, "after")]).toEqual([404, 302]);
    await restored.stop();

    // Later clicks are in the journal on the disk, if the disk survives.
    const latest = await restore(place, "latest");
    expect(latest).toMatchObject({ code: 0, stderr: "" });
    expect(Date.parse(JSON.parse(latest.stdout).at)).toBeGreaterThan(second.getTime());
    cpSync(join(dataDir, "journal"), join(latest.to, "journal"), { recursive: true });
    const last = await started(latest.to);
    const answered = redirects["/after"] ?? 0;
    await eventually(async () => {
      const clicks = (await recordedClicks(last)).find(({ alias }) => alias === "after");
      expect(clicks?.rows).toBeGreaterThanOrEqual(answered);
      expect(clicks?.rows).toBeLessThanOrEqual(answered + inFlight);
      expect(clicks?.total).toBe(clicks?.rows);
    });
    await last.stop();

    const refused = async (at: Date | string, code: number, sentence: RegExp, env?: Record<string, string>) => {
      const { to, stderr, ...ran } = await restore(place, at, env);
      expect({ code: ran.code, stderr }).toEqual({ code, stderr: expect.stringMatching(sentence) });
      expect(existsSync(to) ? readdirSync(to).filter((name) => name !== "lock") : []).toEqual([]);
    };
    await refused(before, 1, /is before the first backup in .*backups, which is of 20/);
    await refused(
      new Date(Date.now() + 60_000),
      1,
      /does not reach 20\S+Z\. It can be restored from 20\S+Z to 20\S+Z\./,
    );
    await refused("yesterday", 2, /--at must be a time with a time zone/);
    await refused(moment, 2, /--at works only with the embedded/, {
      DATABASE_URL: "postgres://nobody@127.0.0.1/x",
    });

    // The log before the backup is not needed.
    const manifests = filesIn(place).filter((file) => file.endsWith("manifest.json"));
    const { wal } = JSON.parse(readFileSync(join(place, manifests[0] ?? ""), "utf8"));
    const needed = (piecesIn(filesIn(place))[0] ?? []).filter(({ until }) => until > moment.getTime() - 1);
    const piece = join(place, wal.line, needed[0]?.file ?? "");
    const bytes = readFileSync(piece);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(piece, bytes);
    await refused(second, 1, /The log is damaged in [0-9A-F]{24}: .* is not what was written/);
    renameSync(piece, `${piece}.away`);
    await refused(second, 1, /has a gap: [0-9A-F]{24} is not complete\. It can be restored from 20\S+Z to 20\S+Z\./);
  },
  WITHIN_MS,
);

test(
  "a backup for a recipient in S3 can be read only with the identity",
  async () => {
    const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
    const identity = await generateX25519Identity();
    const to = "s3://tests/encrypted";
    const env = { ...s3.env, BACKUP_TO: to, BACKUP_RECIPIENT: await identityToRecipient(identity) };
    const server = await started(join(folder, "encrypted"), env);
    await backedUp(server);
    const moment = await mistake(server);
    const files = () => [...s3.objects.keys()].flatMap((path) => path.split("tests/encrypted/")[1] ?? []);
    await eventually(() => {
      const [pieces = []] = piecesIn(files());
      expect(pieces.at(-1)?.until).toBeGreaterThan(moment.getTime());
    }, 120_000);
    await server.kill();
    for (const [path, content] of s3.objects)
      if (/wal-.*\.gz/.test(path)) expect(content.toString("latin1")).toMatch(/^age-encryption\.org/);

    expect((await restore(to, moment, s3.env)).stderr).toContain("set BACKUP_PASSPHRASE or BACKUP_IDENTITY");
    const restored = await restore(to, moment, { ...s3.env, BACKUP_IDENTITY: identity });
    expect(restored.code).toBe(0);
    await expectAsBefore(restored.to);
  },
  WITHIN_MS,
);
