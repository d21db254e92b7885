// A recount of clicks in ClickHouse. The same findings as in Postgres are tested in verify.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { formatLine } from "@/lib/clicks/journal/line";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, keepClicksInClickHouse, startClickDatabase } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";
import { storeLines } from "../support/stored-clicks";
import { eventually } from "../support/wait";

if (clickHouseServer) keepClicksInClickHouse();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const AT = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15, 12);
const DAY = new Date(AT).toISOString().slice(0, 10);

function line(subjects: ClickSubjects, headers: Record<string, string> = {}, at = AT): string {
  const sent = { "user-agent": FIREFOX, ...headers };
  return formatLine(
    { ...describeVisit({ method: "GET", url: "/a?utm_source=news", headers: sent }, "8.8.8.8"), at },
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
  await database.reset();
  await database.client.query(`update plans set limits = '{"clicks": 4}'`);
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
  await storeLines(database.client, lines);
});

async function verify() {
  const { verifyClicks } = await import("@/lib/clicks/verification/verify");
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

/** Closes the open segments, as if the time had come. */
async function closed(): Promise<void> {
  const { sealSegments } = await import("@/lib/clicks/postgres/chain");
  await database.client.query("update click_segments set written_at = written_at - interval '1 hour'");
  await sealSegments(database.client);
}

/** Findings about segments and clicks, without the counts. Only what is found twice in a row is reported. */
const ofSegments = async () => (await verify()).named.filter((one) => /segment|click \d+ /.test(one)).sort();

suite("the segments know of a lost, a doubled and a changed click by themselves", async () => {
  await closed();
  expect(await ofSegments()).toEqual([]);
  const columns =
    "day, link_id, visitor, first, country, language, referrer, browser, os, device, devices, utm_source, beyond, ruleset, line";
  await command(`insert into clicks (${columns}, at, block, id, seal)
    select ${columns}, at, 1, 5, seal from clicks final where link_id = 2 limit 1`);
  await command(`insert into clicks (${columns}, at, block, id, seal, qr_code_id)
    select ${columns}, at + 60, block, id, seal, qr_code_id from clicks final where qr_code_id = 1`);
  await command("alter table clicks delete where bio_page_id = 1 and bio_block = ''");
  await command(`alter table clicks delete where qr_code_id = 1 and at = toDateTime(${AT / 1_000})`);
  const waiting = "select count() as left from system.mutations where not is_done";
  const { selectRows: rowsOf } = await import("@/lib/clicks/clickhouse/client");
  await eventually(async () => expect(Number((await rowsOf<{ left: string }>(waiting))[0]?.left)).toBe(0));
  expect(await ofSegments()).toEqual([
    expect.stringMatching(`^${DAY}: click \\d+ is lost, line 5 of segment \\d+ `),
    expect.stringMatching(`^link 2, ${DAY} 12:00:00: click 5 is click \\d+ once more\\.$`),
    expect.stringMatching(`^qr 1, ${DAY} 12:01:00: click \\d+ was changed, line 4 of segment \\d+ `),
  ]);
});

suite("clicks that are erased as they should be are not missed", async () => {
  await closed();
  const { openClickStore } = await import("@/lib/clicks/drain/store");
  const store = await openClickStore(database.client);
  await database.client.query("update links set id = 9 where id = 1");
  await database.client.query("insert into click_erasures (subject, subject_id, clicks) values ('link', 1, true)");
  while (await store.erase());
  const { rows } = await database.client.query("select sum(erased)::int as erased from click_segments");
  expect(rows).toEqual([{ erased: 3 }]);
  expect(await ofSegments()).toEqual([]);
  await database.client.query("update links set id = 1 where id = 9");
});
