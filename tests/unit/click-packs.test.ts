import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ClickSubject } from "@/generated/prisma/enums";
import { openClickStore } from "@/lib/clicks/drain/store";
import { clicksWithin, PACK } from "@/lib/clicks/postgres/packs";
import { MonthPacking } from "@/lib/clicks/postgres/store";
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

const DAY = 86_400_000;
const now = new Date();
/** The middle of the month before last. This and the last month are packed. */
const OLD = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15, 12);
const LATER = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 4);
const ALL = { from: "'-infinity'", to: "'infinity'" };

let database: ClickDatabase;
let log: typeof import("@/lib/clicks/statistics/log");
let stats: typeof import("@/lib/clicks/statistics/stats");
let factsOf: typeof import("@/lib/clicks/statistics/facts").readFacts;
let retention: typeof import("@/lib/clicks/maintenance/retention");

beforeAll(async () => {
  database = await startClickDatabase(40);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  log = await import("@/lib/clicks/statistics/log");
  stats = await import("@/lib/clicks/statistics/stats");
  ({ readFacts: factsOf } = await import("@/lib/clicks/statistics/facts"));
  retention = await import("@/lib/clicks/maintenance/retention");
});
afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});

/** Packs what is complete at a time. Returns the number of steps. */
async function packed(at = Date.now()): Promise<number> {
  const packer = new MonthPacking(database.client);
  let steps = 0;
  while (await packer.step(at)) steps += 1;
  return steps;
}

const query = async (sql: string) => (await database.client.query(sql)).rows;
const all = () => query(`select * from (${clicksWithin(ALL)}) as click order by at, id`);
const inRows = async () => (await query("select count(*)::int as count from clicks"))[0].count;

const HOT = 2 * PACK + 345;
const words = ["Mozilla/5.0", "a\\b", "ünïcödé 🦊", 'comma,quote"brace}', "NULL"];

/**
 * Clicks of two past months and the present one: a link with many clicks, many links with few, and all other subjects.
 */
function lines(): string[] {
  const made: string[] = [];
  const browsers = Object.values(agents);
  const from = (n: number, at: number) => ({
    at,
    address: `8.8.${n % 7}.${n % 251}`,
    userAgent: browsers[n % browsers.length] ?? "",
    referrer: n % 3 ? `https://site${n % 5}.example/` : "",
    language: ["en", "de", ""][n % 3] ?? "",
    untracked: n % 11 === 0,
    utm: n % 4 ? undefined : { source: words[n % words.length], term: `t${n}` },
  });
  for (let n = 0; n < HOT; n++)
    made.push(
      clickLine(
        { linkId: 1, ...(n % 9 ? {} : { campaignId: 2 }), ...(n % 5 ? {} : { rule: "rules.0", variant: `v${n % 2}` }) },
        from(n, OLD + (n % 13) * DAY - n * 997),
      ),
    );
  for (let n = 0; n < 800; n++) made.push(clickLine({ linkId: 2 + (n % 30) }, from(n, OLD - (n % 10) * DAY - n)));
  for (let n = 0; n < 60; n++) {
    made.push(clickLine({ qrCodeId: 1 + (n % 2) }, from(n, OLD + n * 60_000)));
    made.push(clickLine({ linkId: 33, qrCodeId: 3 }, from(n, OLD + n)));
    made.push(clickLine({ bioPageId: 1, ...(n % 2 ? { bioBlock: words[n % words.length] } : {}) }, from(n, OLD + n)));
    made.push(clickLine({ linkId: 1 + (n % 3) }, from(n, OLD + 31 * DAY + n)));
    made.push(clickLine({ linkId: 1 + (n % 3) }, from(n, Date.now() - n * 1000)));
  }
  return made;
}

beforeEach(async () => {
  await database.reset();
  await query(`delete from click_packs; delete from click_gaps; delete from erased_clicks; delete from click_expiries;
    delete from click_erasures;
    update plans set limits = '{}';
    insert into links (id, user_id, domain_id, alias, alias_folded, destination)
      select id, 1, 1, id, id, 'https://example.com/' from unnest('{1,5}'::int[]) as id on conflict do nothing;
    insert into bio_pages (id, user_id, slug, slug_folded, name) values (1, 1, '1', '1', '1') on conflict do nothing`);
  await storeLines(database.client, lines());
});

const collected = async <T>(source: AsyncIterable<T> | Iterable<T>) => {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
};

/** Everything that is computed from single clicks. */
async function allReports() {
  const span = { before: OLD - 20 * DAY, from: OLD - 20 * DAY, to: Date.now() + DAY };
  const selected = (subject: ClickSubject, id: number, filters = {}, most = 100_000) =>
    stats.selectedClicks({ subject, id, ...span, robots: true, filters, limit: null, most });
  const within = { from: span.from, present: OLD, to: span.to, most: 100_000, limit: null, mostLinks: 10 };
  const links = Array.from({ length: 40 }, (_, index) => index + 1);
  const facts = async (needed: ("at" | "visitor" | "country" | "browser")[]) =>
    Buffer.concat(
      await collected(await factsOf({ linkId: 1, ...span, most: 100_000, limit: null, needed })),
    ).toString();
  return {
    all: await all(),
    link: await selected("link", 1),
    newest: await selected("link", 1, {}, 1_500),
    filtered: await selected("link", 1, { browser: "Firefox", language: "de" }),
    campaign: await selected("campaign", 2),
    qr: await selected("qr", 3),
    bio: await selected("bio", 1),
    together: await stats.combinedClicksWithin(links, within),
    few: await stats.combinedClicksWithin([2, 33], { ...within, most: 70 }),
    between: await stats.clicksBetween(links, OLD - 5 * DAY, OLD + 3 * DAY, 100_000),
    tooMany: await stats.clicksBetween(links, OLD - 20 * DAY, OLD + 20 * DAY, 1_000),
    log: await collected(log.allClicks("link", links, null, 100)),
    logAtOnce: await collected(log.allClicks("link", links, null)),
    logOfCodes: await collected(log.allClicks("qr", [1, 2, 3], null, 7)),
    logOfPages: await collected(log.allClicks("bio", [1], null, 7)),
    // Lines of the same moment have no order.
    facts: (await facts(["at", "visitor", "country"])).split("\n").sort(),
    counted: (await facts(["browser"]))
      .split("\n")
      .map((line) => line.split("\t").toSpliced(1, 1).join("\t"))
      .sort(),
  };
}

test("reports about clicks are equal byte for byte after their months are packed", async () => {
  const before = await allReports();
  expect(before.all.length).toBeGreaterThan(3_000);
  const found = (await verifyClicks(database.client)).named;
  const left = before.all.filter(({ at }) => at.getTime() > Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).length;
  expect(await packed(LATER)).toBeGreaterThan(2);
  // The present month is not packed, and the others have no partition left.
  expect(await inRows()).toBe(left);
  expect(await query("select count(*)::int as months from pg_inherits where inhparent = 'clicks'::regclass")).toEqual([
    { months: 1 },
  ]);
  expect((await query("select sum(cardinality(at))::int as clicks from click_packs"))[0].clicks).toBe(
    before.all.length - left,
  );
  expect(await allReports()).toEqual(before);
  expect((await verifyClicks(database.client)).named).toEqual(found);
  expect(found).toEqual([]);
  expect(await packed(LATER)).toBe(0);
});

test("no column of a click is left out", async () => {
  const columns = async (sql: string) => (await database.client.query(`${sql} limit 0`)).fields.map(({ name }) => name);
  const kept = (await columns("select * from clicks")).sort();
  expect((await columns(`select * from (${clicksWithin(ALL)}) as click`)).sort()).toEqual(kept);
  expect(await columns("select * from click_packs")).toEqual(expect.arrayContaining(kept));
});

test("reads a pack that the last release wrote", async () => {
  await query(`insert into click_packs (base, first_at, last_at, first_link, last_link, qr_codes, campaigns, bio_pages, at, link_id,
      qr_code_id, campaign_id, bio_page_id, visitor, "unique", robot, country, language, referrer, browser, os, device, utm_source,
      utm_medium, utm_campaign, utm_term, utm_content, rule, bio_block, beyond, class, ruleset, seal, variant, variant_unique, devices,
      region, city, network, agent, id)
    values ('2025-03-16', '2025-03-16 00:00:01', '2025-03-16 00:00:02', 40, 40, '{3}', '{9}', '{}', '{1000,2000}', '{40,40}',
      '{3,null}', '{9,null}', null, '{-5,null}', '{t,f}', '{null,head}', '{DE,null}', '{de,null}', '{a.example,Direct}',
      '{Firefox,Unknown}', '{Linux,Unknown}', '{Desktop,Unknown}', '{news,null}', '{mail,null}', '{spring,null}', '{shoes,null}',
      '{top,null}', '{rules.2,null}', null, '{500,null}', '{null,robot}', '{4,4}', '{-1,258}', '{4fzyo8.1k9z2ab,null}', '{t,null}',
      '{33,0}', '{DE-BY,null}', '{"Munich, DE-BY",null}', '{7,null}', '{8,null}', '{1048576,1048577}')`);
  const [bot, person] = await collected(log.allClicks("link", [40], null));
  expect(person).toEqual({
    ...{
      id: 40,
      at: new Date("2025-03-16T00:00:01Z"),
      place: "1048576",
      campaign: 9,
      unique: true,
      robot: null,
      class: null,
    },
    ...{ ruleset: 4, country: "DE", region: "DE-BY", city: "Munich, DE-BY", language: "de", referrer: "a.example" },
    ...{
      browser: "Firefox",
      os: "Linux",
      device: "Desktop",
      utm_source: "news",
      utm_medium: "mail",
      utm_campaign: "spring",
    },
    ...{
      utm_term: "shoes",
      utm_content: "top",
      rule: "rules.2",
      variant: "4fzyo8.1k9z2ab",
      block: null,
      locked: false,
    },
  });
  expect(bot).toMatchObject({
    place: "1048577",
    campaign: null,
    unique: false,
    robot: "head",
    class: "robot",
    rule: null,
  });
  const [row] = (await all()).filter(({ link_id }) => link_id === 40);
  expect(row).toMatchObject({ qr_code_id: 3, visitor: "-5", beyond: "500", seal: Buffer.alloc(8, 255), devices: 33 });
  expect(row).toMatchObject({ variant_unique: true, network: 7, agent: 8, bio_block: null });
});

test("a month is packed three days after its end, and not earlier", async () => {
  const end = Date.UTC(new Date(OLD).getUTCFullYear(), new Date(OLD).getUTCMonth() + 1, 1);
  expect(await packed(end + 3 * DAY - 1)).toBe(0);
  expect(await query("select from click_packs")).toEqual([]);
  expect(await packed(end + 3 * DAY)).toBeGreaterThan(0);
  const [{ last }] = await query("select max(last_at) as last from click_packs");
  expect(last.getTime()).toBeLessThan(end);
});

test("late clicks of a packed month are shown at once, and packed later", async () => {
  await packed(LATER);
  const before = (await all()).length;
  await storeLines(database.client, [
    clickLine({ linkId: 1, campaignId: 2 }, { at: OLD + 5, referrer: "https://late.example/" }),
  ]);
  const late = async () =>
    (await collected(log.allClicks("link", [1], null))).filter(({ referrer }) => referrer === "late.example");
  expect(await late()).toHaveLength(1);
  expect(await all()).toHaveLength(before + 1);
  expect(await packed(LATER)).toBeGreaterThan(0);
  expect(await late()).toHaveLength(1);
  expect(await all()).toHaveLength(before + 1);
  expect((await verifyClicks(database.client)).named).toEqual([]);
});

test("deleted clicks are removed from packs without their neighbors, and the recount knows it", async () => {
  await packed(LATER);
  const others = (await all()).filter(
    ({ link_id, bio_page_id }) => link_id !== 1 && link_id !== 5 && bio_page_id !== 1,
  );
  await query(`delete from links where id in (1, 5); delete from bio_pages where id = 1;
    insert into click_erasures (subject, subject_id, clicks) values ('link', 1, true), ('link', 5, true), ('bio', 1, true);
    update click_usage set exact = false`);
  const store = await openClickStore(database.client);
  while (await store.erase());
  expect(await all()).toEqual(others);
  // The campaign keeps the deleted link's count.
  const [{ kept }] = await query("select sum(clicks)::int as kept from erased_clicks where campaign_id = 2");
  expect(kept).toBe(Math.ceil(HOT / 9));
  expect((await verifyClicks(database.client)).named).toEqual([]);
});

test("clicks that a plan no longer keeps are removed from packs, by the day", async () => {
  await packed(LATER);
  const days = Math.round((Date.now() - OLD) / DAY);
  await query(`update plans set limits = '{"retention": ${days}}', free = true`);
  const before = await all();
  await retention.planExpiry();
  const store = await openClickStore(database.client);
  while (await store.expire());
  const [{ to }] = await query("select erased_to::timestamp at time zone 'utc' as to from click_expiries");
  const kept = before.filter(({ at }) => at >= to);
  expect(kept.length).toBeLessThan(before.length - 300);
  expect(kept.length).toBeGreaterThan(1_000);
  expect(await all()).toEqual(kept);
  expect((await verifyClicks(database.client)).named).toEqual([]);
  // No plan keeps clicks: months are deleted as a whole.
  await query(`update plans set limits = '{"retention": 1}'`);
  await retention.planExpiry();
  while (await store.expire());
  expect(await query("select from click_packs")).toEqual([]);
});

test("reports changed, lost and added clicks in a pack", async () => {
  await packed(LATER);
  const named = async () => (await verifyClicks(database.client)).named.join(" ");
  const change = (sql: string) =>
    query(`update click_packs set ${sql} where number = (select min(number) from click_packs)`);
  await change("browser[3] = 'Netscape'");
  expect(await named()).toContain("was changed");
  await change("seal[3] = seal[4]");
  expect(await named()).toContain("was changed");
  await query("delete from click_packs where number = (select min(number) from click_packs)");
  expect(await named()).toMatch(/lost/);
});

test("a drain that ends during a step loses nothing, and two drains do not disturb each other", async () => {
  const before = await all();
  const dying = await database.connect();
  const pid = (await dying.query("select pg_backend_pid() as pid")).rows[0].pid;
  const ask = dying.query.bind(dying) as (...args: unknown[]) => Promise<unknown>;
  dying.query = (async (...args: unknown[]) => {
    if (args[0] === "commit") await query(`select pg_terminate_backend(${pid})`);
    return ask(...args);
  }) as typeof dying.query;
  await expect(new MonthPacking(dying).step(LATER)).rejects.toThrow();
  await dying.end().catch(() => {});
  expect(await query("select from click_packs")).toEqual([]);
  expect(await all()).toEqual(before);
  const other = await database.connect();
  const [here, there] = [new MonthPacking(database.client), new MonthPacking(other)];
  while ((await Promise.all([here.step(LATER), there.step(LATER)])).some(Boolean));
  await packed(LATER);
  await other.end();
  expect(await all()).toEqual(before);
});
