import type { Socket } from "node:net";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BURST_CLICKS } from "@/lib/clicks/classify/bursts";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import type { Visit } from "@/lib/clicks/classify/visit";
import { openClickStore } from "@/lib/clicks/drain/store";
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";
import { advisoryLocksIn } from "../support/locks";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";
import { eventually } from "../support/wait";

const MINUTE = Math.floor(Date.now() / 60_000) - 10;
/** The start of a past minute that is not the first of its hour, because networks get other numbers each hour. */
const AT = (MINUTE % 60 === 0 ? MINUTE - 1 : MINUTE) * 60_000;
const MONTH = `${new Date(AT).toISOString().slice(0, 7)}-01`;
/** A visit over HTTPS that lacks a header that browsers send. */
const WITHOUT_HEADERS = 8;

let database: ClickDatabase;
let statisticsOf: typeof import("@/lib/clicks/statistics/stats").statisticsOf;

beforeAll(async () => {
  database = await startClickDatabase(3);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  ({ statisticsOf } = await import("@/lib/clicks/statistics/stats"));
});
afterAll(async () => {
  await (await import("@/lib/platform/database/pool")).pool.end();
  await database.stop();
});
beforeEach(async () => {
  await database.reset();
  await database.client.query("update plans set limits = '{}'");
});

const line = (subjects: ClickSubjects, visit: Partial<Visit> = {}) => clickLine(subjects, { at: AT, ...visit });

/** `count` visits over the whole minute. */
const many = (count: number, subjects: ClickSubjects, visit: (place: number) => Partial<Visit> = () => ({})) =>
  Array.from({ length: count }, (_, place) =>
    line(subjects, { at: AT + Math.floor((place * 60_000) / count), ...visit(place) }),
  );

const stored = (lines: string[]) => storeLines(database.client, lines);

/** Judges what is due, as if nothing had been stored for a while. */
async function judged(client: pg.Client = database.client): Promise<void> {
  // Postgres notices a lost connection a moment later.
  await eventually(async () => expect(await advisoryLocksIn(database.client)).toEqual([]));
  await query("update click_minutes set noted_at = noted_at - interval '1 hour'");
  const store = await openClickStore(client);
  while (await store.judge());
}

const query = (sql: string) => database.query(sql);

async function numbersOf(link: number) {
  const [counts] = await query(`select clicks, unique_clicks as "unique" from link_counts where link_id = ${link}`);
  const rows = await query(
    `select class::text, robot, count(*)::int as clicks from clicks where link_id = ${link} group by 1, 2 order by 1, 2`,
  );
  const shown = rows.map(({ class: kind, robot, clicks }) => [kind === null ? "people" : `${kind} ${robot}`, clicks]);
  return { ...counts, ...Object.fromEntries(shown) };
}

const verified = async () => {
  const { differences, named } = await verifyClicks(database.client);
  return { differences, named };
};
const RIGHT = { differences: 0, named: [] };

describe("many similar clicks from one network in a minute", () => {
  const BURST = 300;

  test("are judged when none of their minute was stored for a while", async () => {
    await stored(many(BURST, { linkId: 1 }));
    const store = await openClickStore(database.client);
    expect(await store.judge()).toBe(false);
    await judged();
    await stored(many(1, { linkId: 1 }));
    expect(await store.judge()).toBe(false);
    expect(await numbersOf(1)).toMatchObject({ people: 1, "burst burst": BURST });
  });

  test("are a burst, and are removed from every count", async () => {
    await database.client.query(`update plans set limits = '{"clicks": 100}'`);
    const mail = { utm: { source: "news" }, referrer: "https://www.facebook.com/x" };
    const people = [
      line({ linkId: 1 }, { address: "9.9.9.9" }),
      line({ linkId: 1, campaignId: 1 }, { address: "9.9.9.9", userAgent: agents.mac }),
      line({ linkId: 1 }, { address: "8.8.8.9", userAgent: agents.iphone, ...mail }),
    ];
    await stored(people);
    const before = await query("select * from click_rollups order by subject, subject_id, robot, day");
    const visitors = await query("select * from click_visitors order by 1, 2, 3");
    const ofDays = () => query("select * from click_day_visitors order by subject, subject_id, day");
    const days = await ofDays();
    // From several addresses; some visitors asked not to be tracked.
    await stored(
      many(BURST, { linkId: 1, campaignId: 1, rule: "rules.0" }, (place) => ({
        ...mail,
        address: `8.8.8.${place % 4}`,
        untracked: place % 10 === 9,
      })),
    );
    expect(await numbersOf(1)).toEqual({ clicks: BURST + 3, unique: 7, people: BURST + 3 });
    expect(await query("select clicks from click_usage")).toEqual([{ clicks: BURST + 3 }]);
    expect(await verified()).toEqual(RIGHT);

    await judged();
    expect(await numbersOf(1)).toEqual({ clicks: 3, unique: 3, people: 3, "burst burst": BURST });
    expect(await query(`select month::text, clicks from click_usage`)).toEqual([{ month: MONTH, clicks: 3 }]);
    expect(await query("select distinct ruleset, \"unique\", beyond from clicks where class = 'burst'")).toEqual([
      { ruleset: 4, unique: false, beyond: null },
    ]);
    expect(await query("select * from click_visitors order by 1, 2, 3")).toEqual(visitors);
    expect(await ofDays()).toEqual(days);
    expect(await verified()).toEqual(RIGHT);
    // The counts of people are the same as without the burst.
    const after = await query("select * from click_rollups where not robot order by subject, subject_id, robot, day");
    const sorted = (rows: Record<string, unknown>[]) =>
      rows.map((row) => ({
        ...row,
        values: undefined,
        counts: (row.counts as string[]).map(Number).filter(Boolean).sort(),
      }));
    expect(sorted(after)).toEqual(sorted(before));
    const [{ robots } = { robots: 0 }] = await query(
      "select clicks as robots from click_rollups where robot and subject = 'campaign' and day = '1970-01-01'",
    );
    expect(robots).toBe(BURST);
    // A second run changes nothing.
    await judged();
    expect(await numbersOf(1)).toEqual({ clicks: 3, unique: 3, people: 3, "burst burst": BURST });
  });

  test("are removed from the visitors of their variants", async () => {
    const a = { linkId: 1, rule: "split.0", variant: "split.aaa" };
    const b = { linkId: 1, rule: "split.1", variant: "split.bbb" };
    const of = async () => (await statisticsOf("link", 1, { limit: null })).variants;
    const known = () => query("select variant, count(*)::int from click_variant_visitors group by 1 order by 1");
    const person = { address: "9.9.9.9" };
    await stored([line(a, person), line(a, person), line(b, { address: "8.8.8.77", userAgent: agents.mac })]);
    // Two browsers of the network get different variants.
    await stored([
      ...many(BURST, a, (place) => ({ address: `8.8.8.${place % 3}` })),
      ...many(BURST / 100, b, () => ({ address: "8.8.8.9" })),
      // One of them comes back in another minute: it is not a new visitor.
      line(a, { address: "8.8.8.1", at: AT + 120_000 }),
    ]);
    expect(await of()).toEqual([
      { value: "split.aaa", clicks: BURST + 3, visitors: 4 },
      { value: "split.bbb", clicks: BURST / 100 + 1, visitors: 2 },
    ]);
    expect(await verified()).toEqual(RIGHT);

    await judged();
    expect(await of()).toEqual([
      { value: "split.aaa", clicks: 3, visitors: 1 },
      { value: "split.bbb", clicks: 1, visitors: 1 },
    ]);
    expect(await known()).toEqual([
      { variant: "split.aaa", count: 1 },
      { variant: "split.bbb", count: 1 },
    ]);
    expect(await verified()).toEqual(RIGHT);

    // A visitor who was only in the burst counts as new to the variant afterwards.
    await stored([line(a, { address: "8.8.8.0", at: AT + 180_000 }), line(a, { ...person, at: AT + 180_000 })]);
    expect(await of()).toEqual([
      { value: "split.aaa", clicks: 5, visitors: 2 },
      { value: "split.bbb", clicks: 1, visitors: 1 },
    ]);
    expect(await verified()).toEqual(RIGHT);
  });

  test("are a burst on a QR code and a bio page, too", async () => {
    await stored([
      ...many(BURST, { qrCodeId: 1 }),
      ...many(BURST, { bioPageId: 1 }),
      ...many(BURST, { bioPageId: 1, bioBlock: "b1" }),
    ]);
    await judged();
    expect(await query("select scans, unique_scans from qr_codes where id = 1")).toEqual([
      { scans: 0, unique_scans: 0 },
    ]);
    const classes = await query("select class::text, count(*)::int as clicks from clicks group by 1");
    expect(classes).toEqual([{ class: "burst", clicks: 3 * BURST }]);
    expect(await verified()).toEqual(RIGHT);
  });

  test("are judged again when more clicks of that minute arrive", async () => {
    const half = many(BURST_CLICKS - 50, { linkId: 1 });
    await stored(half);
    await judged();
    expect(await numbersOf(1)).toMatchObject({ clicks: half.length });
    await stored(half);
    await judged();
    expect(await numbersOf(1)).toEqual({ clicks: 0, unique: 0, "burst burst": 2 * half.length });
    await stored(half);
    await judged();
    expect(await numbersOf(1)).toEqual({ clicks: 0, unique: 0, "burst burst": 3 * half.length });
    expect(await verified()).toEqual(RIGHT);
  });

  test("are corrected in several steps", async () => {
    await stored(many(12_000, { linkId: 1 }));
    await stored(many(12_000, { linkId: 1, campaignId: 2 }));
    await judged();
    expect(await numbersOf(1)).toEqual({ clicks: 0, unique: 0, "burst burst": 24_000 });
    expect(await verified()).toEqual(RIGHT);
  });

  test("are judged after their minute is over", async () => {
    await stored(many(BURST, { linkId: 1 }, () => ({ at: Date.now() })));
    await judged();
    expect(await numbersOf(1)).toMatchObject({ clicks: BURST });
  });

  test("are judged without clicks that were deleted", async () => {
    await stored(many(BURST, { linkId: 2, campaignId: 1 }));
    await database.client.query("begin; delete from links where id = 2; commit");
    await judged();
    const [{ clicks } = { clicks: 0 }] = await query(
      "select clicks from click_rollups where not robot and subject = 'campaign' and day = '1970-01-01'",
    );
    expect(clicks).toBe(0);
    await database.client.query(
      "insert into links (id, user_id, domain_id, alias, alias_folded, destination) values (2, 1, 1, '2', '2', 'https://example.com/')",
    );
  });
});

describe("are not a burst:", () => {
  const browsers = [agents.windows, agents.mac, agents.iphone, agents.android];

  test.each<[string, () => string[]]>([
    [
      "a carrier's network with all kinds of browsers",
      () => many(1_000, { linkId: 1 }, (place) => ({ userAgent: browsers[place % 4] })),
    ],
    [
      "an office, of which one in ten has another browser",
      () => many(500, { linkId: 1 }, (place) => ({ userAgent: browsers[place % 10 === 0 ? 1 : 0] })),
    ],
    [
      "a network that speaks many languages",
      () => many(500, { linkId: 1 }, (place) => ({ language: ["en", "de"][place % 2] })),
    ],
    ["a school with the same tablets", () => many(BURST_CLICKS - 1, { linkId: 1 })],
    ["a team that uses many links", () => [...many(140, { linkId: 1 }), ...many(140, { linkId: 2 })]],
    ["what came from many networks", () => many(500, { linkId: 1 }, (place) => ({ address: `8.8.${place % 50}.1` }))],
    ["what a proxy on this network handed on", () => many(500, { linkId: 1 }, () => ({ address: "10.0.0.3" }))],
    [
      "what came in two minutes",
      () => many(2 * (BURST_CLICKS - 1), { linkId: 1 }, (place) => ({ at: AT + 60_000 * (place % 2) })),
    ],
  ])("%s", async (_, lines) => {
    await stored(lines());
    await judged();
    expect(await query("select count(*)::int as clicks from clicks where robot is not null")).toEqual([{ clicks: 0 }]);
  });
});

describe("a visit seconds after a mail scanner, with the same browser", () => {
  const checker = (visit: Partial<Visit> = {}) =>
    line({ linkId: 1 }, { headers: WITHOUT_HEADERS, address: "20.1.1.1", at: AT + 10_000, ...visit });
  const second = (visit: Partial<Visit> = {}) => line({ linkId: 1 }, { at: AT + 12_000, ...visit });

  test("is the scanner's", async () => {
    await stored([checker(), second(), line({ linkId: 1 }, { address: "9.9.9.9", userAgent: agents.iphone })]);
    expect(await numbersOf(1)).toEqual({ clicks: 2, unique: 2, people: 2, "scanner headers": 1 });
    await judged();
    expect(await numbersOf(1)).toEqual({ clicks: 1, unique: 1, people: 1, "scanner headers": 1, "scanner twice": 1 });
    expect(await verified()).toEqual(RIGHT);
  });

  test("is found across the end of a minute", async () => {
    await stored([checker({ at: AT - 2_000 }), second({ at: AT + 1_000 })]);
    await judged();
    expect(await numbersOf(1)).toMatchObject({ clicks: 0, "scanner twice": 1 });
  });

  test.each<[string, string[]]>([
    ["with another browser", [checker(), second({ userAgent: agents.mac })]],
    ["with another language", [checker(), second({ language: "de" })]],
    ["later", [checker(), second({ at: AT + 20_000 })]],
    ["earlier", [checker(), second({ at: AT + 9_000 })]],
    ["on another link", [checker(), line({ linkId: 2 }, { at: AT + 12_000 })]],
    ["where others have that browser", [checker(), second(), second({ at: AT + 40_000, address: "9.9.9.9" })]],
    ["from the same network", [checker({ address: "8.8.8.1" }), second()]],
  ])("is a person %s", async (_, lines) => {
    await stored(lines);
    await judged();
    expect(await query("select count(*)::int as clicks from clicks where robot = 'twice'")).toEqual([{ clicks: 0 }]);
  });
});

/** A connection that breaks at the `nth` statement, before or after it. */
async function failing(nth: number, behind: boolean): Promise<pg.Client> {
  const client = await database.connect();
  const original = client.query.bind(client) as (...of: unknown[]) => unknown;
  let count = 0;
  const query = (...of: unknown[]) => {
    // The data of COPY counts as a statement.
    if (typeof of[0] !== "string") return original(...of);
    count += 1;
    if (count < nth) return original(...of);
    const done = count === nth && behind ? (original(...of) as Promise<unknown>) : Promise.resolve();
    return done.then(() => {
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      stream.destroy();
      throw new Error("the connection is gone");
    });
  };
  client.query = query as typeof client.query;
  return client;
}

test("each click is corrected once, even if a correction is interrupted", async () => {
  let broken = 0;
  for (let nth = 1; ; nth += inClickHouse() ? 4 : 1) {
    for (const behind of [false, true]) {
      await database.reset();
      await stored([...many(BURST_CLICKS, { linkId: 1, campaignId: 1 }), line({ linkId: 1 }, { address: "9.9.9.9" })]);
      const client = await failing(nth, behind);
      const ended = await judged(client).then(
        () => "done",
        () => "broken",
      );
      if (ended === "done") {
        await client.end();
        console.log(`broken off ${broken} times`);
        return;
      }
      broken += 1;
      // Wait until Postgres has noticed the lost connection.
      await eventually(async () => {
        await judged();
        const corrected = { clicks: 1, unique: 1, people: 1, "burst burst": BURST_CLICKS };
        expect({ nth, behind, ...(await numbersOf(1)) }).toEqual({ nth, behind, ...corrected });
      });
      // A recount takes long in ClickHouse.
      if (!inClickHouse() || nth % 3 === 0) expect(await verified()).toEqual(RIGHT);
    }
  }
});
