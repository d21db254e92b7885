// The clicks of a service move from Postgres to ClickHouse, by a command that is killed several times.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { formatLine } from "@/lib/clicks/journal/line";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { api } from "../support/api";
import { bodies, uniqueText } from "../support/caller";
import { clickHouseServer, startClickHouse, type TestClickHouse } from "../support/clickhouse";
import { command, startCommand } from "../support/command";
import { newPlan } from "../support/plans";
import { untilStored } from "../support/recorded";
import { seeded } from "../support/seeded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { connected, sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const APP_SECRET = "a secret of the tests, which is long enough";
const CLICKS = 20_000;
const DAYS = 50;
const DAY_MS = 86_400_000;
const LINKS = 12;
const MOVE = ["move", "--clicks-to", "clickhouse", "--json"];
const KILLS = 5;

/** A line of a journal: an everyday visit or an invented one. */
function lineOf(random: () => number, at: number, ids: Record<"link" | "qr" | "campaign" | "bio", number>): string {
  const one = <T>(...of: T[]): T => of[Math.floor(random() * of.length)] as T;
  const linkId = ids.link + Math.floor(LINKS ** random() - 1);
  const subjects = one<ClickSubjects>(
    { linkId, rule: one("", "rules.1"), variant: one("", "4fzyo8.1k9z2ab", "x1.y2") },
    { linkId },
    { linkId, campaignId: ids.campaign },
    { qrCodeId: ids.qr },
    { bioPageId: ids.bio },
    { bioPageId: ids.bio, bioBlock: one("shop", "it's a \\ block") },
  );
  const person = Math.floor(random() * CLICKS * 0.8);
  return formatLine(
    {
      at,
      address: `${11 + (person % 80)}.${(person >> 8) & 255}.${person & 255}.9`,
      userAgent: one(agents.windows, agents.mac, agents.iphone, agents.android, agents.whatsapp, agents.facebook, ""),
      referrer: one("", "https://www.facebook.com/", "https://site.example/path", "https://bücher.example/'\\", "x'y"),
      language: one("en", "de-DE,de;q=0.9", "", "\\N"),
      utm: one(undefined, { source: "news'letter", medium: "mail\\x", campaign: "Frühling ☀" }),
      head: random() < 0.02,
      prefetch: random() < 0.02,
      untracked: random() < 0.05,
    },
    subjects,
  );
}

/** Copies a folder with modes and owners: Postgres does not start on a folder that others may read. */
const copy = (folder: string, to: string) => execFileSync("cp", ["-a", folder, to]);

describe.skipIf(!clickHouseServer)("clicks that move to ClickHouse", () => {
  let clickhouse: TestClickHouse;
  let dataDir: string;
  let copies: string;
  let server: TestServer | undefined;
  const ids = { link: 0, qr: 0, campaign: 0, bio: 0 };
  let stored = 0;

  const start = async (env: Record<string, string> = {}) => {
    server = await startServer({ dataDir, env });
    return server;
  };
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  const run = (args: string[], folder = dataDir, url = clickhouse.url) =>
    command(args, { DATA_DIR: folder, APP_SECRET, CLICKHOUSE_URL: url });

  beforeAll(async () => {
    [clickhouse, dataDir, copies] = await Promise.all([startClickHouse(), temporaryFolder(), temporaryFolder()]);
    const server = await start();
    // Some clicks exceed this plan's limit.
    await newPlan(server, { clicks: 500 });
    const { post } = api(server, server.adminKey);
    const made = async (path: string, body: object) => ((await post(path, body)).body as unknown as { id: number }).id;
    ids.link = await made("/api/url/add", { url: "https://example.com/", custom: "first" });
    for (let link = 1; link < LINKS; link++) await made("/api/url/add", { url: "https://example.com/" });
    ids.campaign = await made("/api/campaign/add", bodies.campaign(uniqueText));
    ids.qr = await made("/api/qr/add", bodies.qr);
    ids.bio = await made("/api/bio/add", bodies.bio(uniqueText));
    await stop();
    const random = seeded("clicks that are moved");
    const journal = join(dataDir, "journal", "earlier");
    mkdirSync(journal, { recursive: true });
    const now = Date.now();
    const times = Array.from({ length: CLICKS }, () => Math.floor(now - 1_000 - random() * DAYS * DAY_MS)).sort();
    writeFileSync(join(journal, "earlier.closed"), times.map((at) => lineOf(random, at, ids)).join(""));
    const again = await start();
    await untilStored(again, 120_000);
    stored = await inPostgres(again.databaseUrl);
    expect(stored).toBeGreaterThan(CLICKS * 0.9);
  });

  afterAll(async () => {
    await server?.stop();
    await clickhouse?.remove();
    for (const folder of [dataDir, copies]) await rm(folder, { recursive: true, force: true });
  });

  const inPostgres = (databaseUrl: string): Promise<number> =>
    connected({ databaseUrl } as TestServer, async (client) => {
      const { rows } = await client.query(
        // Clicks of past months are packed.
        "select (select count(*) from clicks)::int + (select coalesce(sum(cardinality(at)), 0) from click_packs)::int as clicks",
      );
      return rows[0].clicks;
    });

  const inStopped = async (folder: string): Promise<number> => {
    const postgres = await startPostgres(folder);
    try {
      return await inPostgres(postgres.url);
    } finally {
      await postgres.stop();
    }
  };

  /** Everything that the API answers about the clicked items. */
  async function answers(of: TestServer): Promise<unknown[]> {
    const { get } = api(of, of.adminKey);
    const links = Array.from({ length: LINKS }, (_, link) => `/api/url/${ids.link + link}`);
    const paths = [...links, `/api/qr/${ids.qr}`, `/api/campaign/${ids.campaign}`, `/api/bio/${ids.bio}`];
    const all: unknown[] = [];
    for (const path of [...paths, "/api/urls?limit=50", "/api/overview?period=30d", "/api/campaigns"]) {
      const { status, body } = await get(path);
      all.push({ path, status, body });
    }
    const text = JSON.stringify(all);
    expect(text).toMatch(/"topBrowsers":\{"Chrome/);
    // The port differs after each start, and today is compared with yesterday until the present time of day.
    return JSON.parse(text.replaceAll(of.url, "").replace(/"today":\{[^}]*\}/, '"today":null'));
  }

  test("are not moved if the command cannot do it, which says why", async () => {
    // The service is still running.
    expect(await run(MOVE)).toMatchObject({ code: 1, stderr: expect.stringContaining(dataDir) });
    await stop();
    expect(await command(MOVE, { DATA_DIR: dataDir, APP_SECRET })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("CLICKHOUSE_URL"),
    });
    expect(await run(MOVE, dataDir, "http://127.0.0.1:9/default")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ClickHouse at 127\.0\.0\.1:9\/default cannot be used: .*ECONNREFUSED/),
    });
    expect(await run(["move", "--clicks-to", "elsewhere"])).toMatchObject({ code: 2 });
    expect(await run(["move", "--clicks-to", "clickhouse", "--to", "embedded"])).toMatchObject({ code: 2 });
    expect((await run(["move", "--help"])).stdout).toContain("--clicks-to");
    expect(await inStopped(dataDir)).toBe(stored);
  });

  test("are all moved with equal numbers, whenever the command is killed and runs again", async () => {
    const packing = await start();
    const packed = async () => {
      const [row] = await sql<{ packs: number; left: number }>(
        packing,
        "select (select count(*)::int from click_packs) as packs, (select count(*)::int from clicks where at < date_trunc('month', now() - interval '4 days')) as left",
      );
      expect(row).toMatchObject({ packs: expect.any(Number), left: 0 });
      expect(row?.packs).toBeGreaterThan(0);
    };
    await eventually(packed, 120_000);
    const before = await answers(packing);
    await stop();
    copy(dataDir, join(copies, "before"));
    const random = seeded("kills of the command");
    const rows = async (table: string) => {
      const [row] = await clickhouse.query<{ rows: string }>(
        `select sum(rows) as rows from system.parts where active and table = '${table}'`,
      );
      return Number(row?.rows ?? 0);
    };
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = startCommand(MOVE, { DATA_DIR: dataDir, APP_SECRET, CLICKHOUSE_URL: clickhouse.url });
      const ended = once(child, "exit");
      const had = await rows("clicks");
      // Kills it while it moves clicks, later while it moves their counts.
      while (child.exitCode === null) {
        if (kill < 3 ? (await rows("clicks")) > had : (await rows("click_rollups_moving")) > 0) break;
        await sleep(5);
      }
      await sleep(random() * 50);
      if (child.exitCode === null) killed += 1;
      child.kill("SIGKILL");
      await ended;
      if (kill === 0) {
        // The service must not show partly moved clicks, or add to them.
        const early = await start({ CLICKHOUSE_URL: clickhouse.url, LOG_LEVEL: "info" });
        expect((await api(early, early.adminKey).get(`/api/url/${ids.link}`)).status).toBe(503);
        await eventually(() => expect(early.logs()).toContain("still being moved"));
        await stop();
      }
    }
    expect(killed).toBeGreaterThan(1);
    // The last kill may have come after everything was moved.
    expect([0, stored]).toContain(JSON.parse((await run(MOVE)).stdout).clicks);
    expect(await run(MOVE)).toMatchObject({ code: 0, stdout: expect.stringContaining('"clicks": 0') });
    expect(await inStopped(dataDir)).toBe(0);
    expect(await clickhouse.query("select name from system.tables where name like '%moving%'")).toEqual([]);

    const after = await start({ CLICKHOUSE_URL: clickhouse.url });
    expect(await answers(after)).toEqual(before);
    const env = { DATA_DIR: dataDir, APP_SECRET, CLICKHOUSE_URL: clickhouse.url };
    const verified = JSON.parse((await command(["verify", "--json"], env)).stdout);
    expect(verified).toMatchObject({ clicks: stored, differences: 0, named: [] });
    expect(verified.segments).toBeGreaterThan(DAYS - 2);
    await visit(`${after.url}/first`);
    await eventually(async () => {
      const [row] = await clickhouse.query<{ clicks: string }>("select count() as clicks from clicks final");
      expect(Number(row?.clicks)).toBe(stored + 1);
    });
    await stop();
  });

  test("stay if ClickHouse has other clicks, and move if it has the same ones", async () => {
    const folder = join(copies, "before");
    // By now there is one more click.
    expect(await run(MOVE, folder)).toMatchObject({ code: 1, stderr: expect.stringContaining("other clicks") });
    expect(await inStopped(folder)).toBe(stored);

    const other = await startClickHouse();
    try {
      const another = join(copies, "another");
      copy(folder, another);
      expect((await run(MOVE, another, other.url)).code).toBe(0);
      // This is the state if the command had ended just before Postgres removed its rows.
      expect(JSON.parse((await run(MOVE, folder, other.url)).stdout)).toMatchObject({ clicks: stored });
      expect(await inStopped(folder)).toBe(0);
      const [row] = await other.query<{ clicks: string }>("select count() as clicks from clicks");
      expect(Number(row?.clicks)).toBe(stored);
    } finally {
      await other.remove();
    }
  });
});
