// A recount of clicks in ClickHouse. What is judged at all is the same as in Postgres: verify.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DirectoryDrain } from "@/lib/clicks/drain-directory";
import { type ClickSubjects, formatLine } from "@/lib/clicks/line";
import { visitOf } from "@/lib/clicks/visit";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, keepClicksInClickHouse, startClickDatabase } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";
import { eventually } from "../support/wait";

if (clickHouseServer) keepClicksInClickHouse();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const AT = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15, 12);
const DAY = new Date(AT).toISOString().slice(0, 10);

function line(subjects: ClickSubjects, headers: Record<string, string> = {}, at = AT): string {
  const sent = { "user-agent": FIREFOX, ...headers };
  return formatLine(
    { ...visitOf({ method: "GET", url: "/a?utm_source=news", headers: sent }, "8.8.8.8"), at },
    subjects,
  );
}

/** Needs a clickhouse-server on this machine. */
const suite = test.runIf(clickHouseServer);
let database: ClickDatabase;
let command: (sql: string) => Promise<unknown>;

beforeAll(async () => {
  if (!clickHouseServer) return;
  database = await startClickDatabase(3);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  const { clickhouse } = await import("@/lib/clicks/clickhouse/client");
  command = (query) => clickhouse().command({ query });
});
afterAll(() => database?.stop());
beforeEach(async () => {
  if (!clickHouseServer) return;
  const { openClickStore } = await import("@/lib/clicks/store");
  await database.reset();
  await database.client.query(`update plans set limits = '{"clicks": 4}'`);
  const directory = mkdtempSync(join(tmpdir(), "signpost-verify-"));
  const lines = [
    line({ linkId: 1 }, { referer: "https://www.facebook.com/" }),
    line({ linkId: 1, campaignId: 1, rule: "rules.0" }, {}, AT - 86_400_000),
    line({ linkId: 1 }, { "user-agent": "Twitterbot/1.0" }),
    line({ linkId: 2 }),
    line({ qrCodeId: 1 }),
    line({ bioPageId: 1 }),
    line({ bioPageId: 1, bioBlock: "b1" }),
    line({ linkId: 2 }),
    line({ linkId: 999 }),
  ];
  writeFileSync(join(directory, "1.closed"), lines.join(""));
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
  return () => rmSync(directory, { recursive: true });
});

async function verify() {
  const { verifyClicks } = await import("@/lib/clicks/verify");
  return verifyClicks(database.client);
}

suite("what the drain has counted is what a recount finds", async () => {
  expect(await verify()).toMatchObject({ clicks: 8, differences: 0, named: [], since: DAY.slice(0, 7) });
});

suite("a lost click is found and named", async () => {
  await command(`alter table clicks delete where link_id = 1 and robot = '' and day = '${DAY}'`);
  await eventually(async () => expect(await verify()).not.toMatchObject({ differences: 0 }));
  const { named } = await verify();
  expect(named).toContain(`link 1, ${DAY}: clicks: 1 counted, the clicks say 0.`);
  expect(named).toContain(`link 1, ${DAY}: social network1: 1 counted, the clicks say 0.`);
  expect(named).toContain(`user 1, ${DAY.slice(0, 7)}: clicks: 6 counted, the clicks say 5.`);
});

suite("a click that is there twice is found and named", async () => {
  await command("insert into clicks select * from clicks where qr_code_id = 1");
  expect(await verify()).toMatchObject({ differences: 0 });
  const columns = "day, at, qr_code_id, first, country, language, referrer, browser, os, device, utm_source";
  await command(
    `insert into clicks (${columns}, block, line) select ${columns}, block, 1000 from clicks final where qr_code_id = 1`,
  );
  const { named } = await verify();
  expect(named).toContain(`qr 1, ${DAY}: clicks: 1 counted, the clicks say 2.`);
});

suite("changed roll-ups, totals and counters are found and named", async () => {
  const roll = "insert into click_rollups (subject, subject_id, robot, day, dimension, value, clicks, firsts) values";
  await command(`${roll} ('link', 2, 0, '${DAY}', 'browser', 'Firefox', 5, 0)`);
  await command(`${roll} ('campaign', 1, 0, toDate(0), 'total', '', 1, 1)`);
  await database.client.query("update link_counts set clicks = 9 where link_id = 1");
  expect((await verify()).named.sort()).toEqual([
    "campaign 1: clicks: 2 counted, its days together say 1.",
    "campaign 1: visitors: 2 counted, its days together say 1.",
    "campaign 1: visitors: 2 counted, the visitors who are known say 1.",
    "link 1, counter: clicks: 9 counted, the roll-ups say 2.",
    `link 2, ${DAY}: browser Firefox: 6 counted, the clicks say 1.`,
    "link 2: browser Firefox: 1 counted, its days together say 6.",
  ]);
});
