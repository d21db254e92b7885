// Backups of a running service with visitors, and what a restore brings back.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../support/api";
import { command, startCommand } from "../support/command";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const CLICKED = 600;
const PASSPHRASE = "correct horse battery staple";

let server: TestServer;
let folder: string;
let place: string;
let dataDir: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  place = join(folder, "backups");
  dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o755 });
  server = await startServer({ dataDir });
  const { post } = api(server, server.adminKey);
  for (const custom of ["hot", "cold"]) await post("/api/url/add", { url: "https://example.com/", custom });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  APP_SECRET: server.appSecret,
  ...more,
});

async function backup(args: string[] = [], env: Record<string, string> = {}, input = "") {
  const { code, stdout, stderr } = await command(["backup", "--to", place, "--json", ...args], environment(env), input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

let restores = 0;
const emptyFolder = () => join(folder, `restored-${++restores}`);

async function restore(from: string, to: string, env: Record<string, string> = {}, input = "") {
  const flags = input ? ["--passphrase-stdin"] : [];
  return command(
    ["restore", "--from", from, "--data-dir", to, "--json", ...flags],
    { APP_SECRET: server.appSecret, ...env },
    input,
  );
}

test.each([[[]], [["--portable", "--keep", "1"]]])(
  "no click during a backup is lost or doubled: backup %j",
  async (flags) => {
    const before = (await recordedClicks(server)).reduce((sum, { rows }) => sum + rows, 0);
    const load = startLoad(server, { paths: ["/hot", "/hot", "/cold"], connections: 16, pause: 60 });
    await load.answered(CLICKED);
    const made = await backup(flags);
    const { redirects, inFlight } = await load.stop();
    const answered = Object.values(redirects).reduce((sum, count) => sum + count, 0);
    expect(made).toMatchObject({ kind: flags.length > 0 ? "rows" : "cluster", encrypted: false });
    // Only the newest backups are kept, as many as the setting says.
    if (flags.length > 0) expect(made.removed).toHaveLength(1);
    expect(namesIn(place).map((name) => join(place, name))).toEqual([made.backup]);

    const to = emptyFolder();
    expect(await restore(made.backup, to)).toMatchObject({ code: 0, stderr: "" });
    const restored = await startServer({ dataDir: to });
    try {
      const recorded = await recordedClicks(restored);
      const counted = recorded.reduce((sum, { rows }) => sum + rows, 0) - before;
      expect(counted).toBeGreaterThanOrEqual(CLICKED);
      expect(counted).toBeLessThanOrEqual(answered + inFlight);
      for (const { alias, rows, ...counts } of recorded)
        expect({ alias, ...counts }).toEqual({ alias, counter: rows, total: rows, days: rows, unique: 1 });
      const verified = await command(["verify", "--json"], { DATA_DIR: to, APP_SECRET: server.appSecret });
      expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0, named: [] });
      // The restored service works like the original.
      const { post } = api(restored, server.adminKey);
      expect(
        (await post("/api/url/add", { url: "https://example.com/", custom: `later-${flags.length}` })).status,
      ).toBe(200);
    } finally {
      await restored.stop();
    }
  },
);

const namesIn = (where: string) =>
  existsSync(where) ? readdirSync(where).filter((name) => name.startsWith("signpost-")) : [];
const manifestOf = (made: string) => JSON.parse(readFileSync(join(made, "manifest.json"), "utf8"));

test("a killed backup leaves no backup and an unchanged service, and the next one cleans up", async () => {
  const at = join(folder, "killed");
  const child = startCommand(["backup", "--to", at], environment());
  const begun = () =>
    namesIn(at)
      .flatMap((name) => readdirSync(join(at, name)))
      .join();
  await eventually(() => expect(begun()).toContain("cluster.tar.gz"), 120_000);
  child.kill("SIGKILL");
  const [unfinished] = namesIn(at);
  expect(await restore(at, emptyFolder())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no backup in"),
  });
  expect(await restore(join(at, unfinished ?? ""), emptyFolder())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("was never finished"),
  });
  const made = await backup(["--to", at, "--keep", "1"]);
  expect(namesIn(at).map((name) => join(at, name))).toEqual([made.backup]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("scratch-"))).toEqual([]);
  // Postgres no longer keeps log for the backup.
  expect(await sql(server, "select slot_name from pg_replication_slots")).toEqual([]);

  // A restore that was killed leaves nothing that looks like a service's folder.
  const to = emptyFolder();
  const restoring = startCommand(["restore", "--from", at, "--data-dir", to], {});
  await eventually(() => expect(readdirSync(join(to, "restoring"))).toContain("postgres"), 120_000);
  restoring.kill("SIGKILL");
  expect(readdirSync(to).sort()).toEqual(["lock", "restoring"]);
  expect(await restore(at, to)).toMatchObject({ code: 0 });
  expect(readdirSync(to)).not.toContain("restoring");
});

test("a damaged, locked, foreign or too large backup is refused with a sentence, and nothing is written", async () => {
  const at = join(folder, "locked");
  const made = await backup(["--to", at, "--passphrase-stdin"], {}, `${PASSPHRASE}\n`);
  expect(made).toMatchObject({ encrypted: true });
  const { backup: path } = made;
  const refusal = async (sentence: string, input = PASSPHRASE) => {
    const to = emptyFolder();
    const { code, stderr } = await restore(path, to, {}, input);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(existsSync(to)).toBe(false);
  };
  for (const file of readdirSync(path)) {
    if (file === "manifest.json") continue;
    expect(readFileSync(join(path, file)).toString("latin1")).toMatch(/^age-encryption\.org/);
  }
  await refusal("passphrase", "another horse battery staple");
  expect((await restore(path, emptyFolder())).stderr).toContain("set BACKUP_PASSPHRASE");

  const manifest = manifestOf(path);
  const says = (more: object) => writeFileSync(join(path, "manifest.json"), JSON.stringify({ ...manifest, ...more }));
  says({ format: 2 });
  await refusal("has format 2");
  says({ migrations: [...manifest.migrations, "20991231000000_later"] });
  await refusal("20991231000000_later");
  says({ unpackedBytes: 1e15 });
  await refusal("needs");
  says({});

  const checked = (flags: string[] = []) =>
    command(["verify", "--backup", path, "--json", "--passphrase-stdin", ...flags], environment(), PASSPHRASE);
  expect(await checked()).toMatchObject({ code: 0 });
  const damaged = join(path, "wal.tar.gz");
  const bytes = readFileSync(damaged);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  await refusal("is damaged: wal.tar.gz is not what was written");
  expect(await checked()).toMatchObject({ code: 1, stderr: expect.stringContaining("damaged") });

  const occupied = await restore(path, dataDir, {}, PASSPHRASE);
  expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });
});
