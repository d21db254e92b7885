// Backups of a service that runs, with visitors on it, and what is restored of them.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

test.each([[[]], [["--portable"]]])(
  "nothing is lost or doubled of what is clicked meanwhile: backup %j",
  async (flags) => {
    const before = (await recordedClicks(server)).reduce((sum, { rows }) => sum + rows, 0);
    const load = startLoad(server, { paths: ["/hot", "/hot", "/cold"], connections: 16, pause: 8 });
    await load.answered(3_000);
    const made = await backup(flags);
    const { redirects, inFlight } = await load.stop();
    const answered = Object.values(redirects).reduce((sum, count) => sum + count, 0);
    expect(made).toMatchObject({ kind: flags.length > 0 ? "rows" : "cluster", encrypted: false });

    const to = emptyFolder();
    expect(await restore(made.backup, to)).toMatchObject({ code: 0, stderr: "" });
    const restored = await startServer({ dataDir: to });
    try {
      const recorded = await recordedClicks(restored);
      const counted = recorded.reduce((sum, { rows }) => sum + rows, 0) - before;
      expect(counted).toBeGreaterThanOrEqual(3_000);
      expect(counted).toBeLessThanOrEqual(answered + inFlight);
      for (const { alias, rows, ...counts } of recorded)
        expect({ alias, ...counts }).toEqual({ alias, counter: rows, total: rows, days: rows, unique: 1 });
      const verified = await command(["verify", "--json"], { DATA_DIR: to, APP_SECRET: server.appSecret });
      expect(JSON.parse(verified.stdout)).toMatchObject({ differences: 0, named: [] });
      // It goes on as the other did.
      const { post } = api(restored, server.adminKey);
      expect(
        (await post("/api/url/add", { url: "https://example.com/", custom: `later-${flags.length}` })).status,
      ).toBe(200);
    } finally {
      await restored.stop();
    }
  },
);
