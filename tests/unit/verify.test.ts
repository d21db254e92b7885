import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { storeLines } from "../support/stored-clicks";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const INSTAGRAM =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0";
const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** The middle of a month, so that the days before it are in the same month. */
const midMonth = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15);
const YESTERDAY = dayOf(midMonth - DAY);

let database: ClickDatabase;
let db: typeof import("@/lib/platform/database/db").db;
let erasing: typeof import("@/lib/clicks/maintenance/erase");
let planExpiry: typeof import("@/lib/clicks/maintenance/retention").planExpiry;

beforeAll(async () => {
  database = await startClickDatabase(6);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  ({ db } = await import("@/lib/platform/database/db"));
  erasing = await import("@/lib/clicks/maintenance/erase");
  ({ planExpiry } = await import("@/lib/clicks/maintenance/retention"));
  await query(
    "insert into users (id, email, username, username_folded, plan_id) values (2, 'ben@example.com', 'Ben', 'ben', 1)",
  );
});
afterAll(async () => {
  await db.$disconnect();
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});
beforeEach(async () => {
  await database.reset();
  await database.client.query(
    "delete from click_gaps; delete from erased_clicks; delete from click_expiries; delete from click_erasures; update plans set limits = '{}'; update links set user_id = 1, imported_clicks = 0; update link_counts set user_id = 1",
  );
});

interface From {
  at?: number;
  agent?: string;
  from?: string;
  address?: string;
  query?: string;
  untracked?: boolean;
}

function line(subjects: ClickSubjects, { at = midMonth - DAY / 2, agent = FIREFOX, ...of }: From = {}): string {
  const headers = {
    "user-agent": agent,
    ...(of.from ? { referer: `https://${of.from}/` } : {}),
    ...(of.untracked ? { dnt: "1" } : {}),
  };
  return formatLine(
    { ...describeVisit({ method: "GET", url: `/a?${of.query ?? ""}`, headers }, of.address ?? "8.8.8.8"), at },
    subjects,
  );
}

const stored = (...lines: string[]) => storeLines(database.client, lines);

/** Stores visits of all kinds, on two days, in three batches. */
async function visited(): Promise<void> {
  const earlier = midMonth - 1.5 * DAY;
  await stored(
    line({ linkId: 1 }),
    line({ linkId: 1 }, { from: "www.facebook.com", at: earlier }),
    line({ linkId: 1, campaignId: 1, rule: "rules.0" }, { agent: INSTAGRAM, address: "1.1.1.1" }),
    line({ linkId: 2, campaignId: 1 }, { query: "utm_source=news&utm_medium=mail" }),
    line({ linkId: 1 }, { agent: "Twitterbot/1.0" }),
  );
  await stored(
    line({ linkId: 1 }, { address: "9.9.9.9", from: "t.co" }),
    line({ qrCodeId: 1 }),
    line({ qrCodeId: 1 }, { untracked: true }),
    line({ bioPageId: 1 }),
    line({ bioPageId: 1, bioBlock: "b1" }),
    line({ bioPageId: 2, bioBlock: "b1" }, { address: "7.7.7.7" }),
    line({ linkId: 999 }),
  );
  await stored(line({ linkId: 1 }), line({ linkId: 3 }, { at: earlier }));
}

const verify = () => verifyClicks(database.client);
const query = (sql: string) => database.client.query(sql);

test("a recount equals the drain's counts", async () => {
  expect(await verify()).toMatchObject({ clicks: 0, differences: 0, named: [] });
  await visited();
  expect(await verify()).toMatchObject({ clicks: 13, differences: 0, named: [], since: YESTERDAY.slice(0, 7) });
});

/** Changes the database by hand, as no part of the service does, and returns the findings. */
async function afterwards(...statements: string[]): Promise<string[]> {
  for (const sql of statements) {
    const { rowCount } = await query(sql);
    expect({ sql, changed: (rowCount ?? 0) > 0 }).toEqual({ sql, changed: true });
  }
  const { named, differences } = await verify();
  expect(named).toHaveLength(differences);
  return named;
}

const TWO = "where id = (select max(id) from clicks where link_id = 2)";

describe("found and reported:", () => {
  beforeEach(visited);

  test("a lost click", async () => {
    const found = await afterwards(`delete from clicks ${TWO}`);
    expect(found).toContain(`link 2, ${YESTERDAY}: clicks: 1 counted, the clicks say 0.`);
    expect(found).toContain(`link 2, ${YESTERDAY}: visitors: 1 counted, the clicks say 0.`);
    expect(found).toContain(`link 2, ${YESTERDAY}: utm_source news: 1 counted, the clicks say 0.`);
    expect(found).toContain(`campaign 1, ${YESTERDAY}: clicks: 2 counted, the clicks say 1.`);
    expect(found).toContain(`user 1, ${YESTERDAY.slice(0, 7)}: clicks: 10 counted, the clicks say 9.`);
    expect(found.filter((one) => !/^(link 2|campaign 1|user 1),/.test(one))).toEqual([
      expect.stringMatching(`^${YESTERDAY}: click \\d+ is lost, line 3 of segment \\d+ \\(journal \\d+\\)\\.$`),
    ]);
  });

  test("a duplicate click", async () => {
    const columns = 'at, link_id, campaign_id, visitor, "unique", country, language, referrer, browser, os, device';
    const found = await afterwards(`insert into clicks (${columns}) select ${columns} from clicks ${TWO}`);
    expect(found).toContain(`link 2, ${YESTERDAY}: clicks: 1 counted, the clicks say 2.`);
    expect(found).toContain(`link 2, ${YESTERDAY}: browser Firefox: 1 counted, the clicks say 2.`);
    expect(found.filter((one) => !/^(link 2|campaign 1|user 1),/.test(one))).toEqual([]);
  });

  test("a changed click", async () => {
    expect(await afterwards(`update clicks set browser = 'Safari' ${TWO}`)).toEqual([
      expect.stringMatching("^link 2, .+: click \\d+ was changed, line 3 of segment \\d+ \\(journal \\d+\\)\\.$"),
      `campaign 1, ${YESTERDAY}: browser Firefox: 1 counted, the clicks say 0.`,
      `campaign 1, ${YESTERDAY}: browser Safari: 0 counted, the clicks say 1.`,
      `link 2, ${YESTERDAY}: browser Firefox: 1 counted, the clicks say 0.`,
      `link 2, ${YESTERDAY}: browser Safari: 0 counted, the clicks say 1.`,
    ]);
  });

  test("a click on another link", async () => {
    expect(await afterwards(`update clicks set link_id = 4 ${TWO}`)).toEqual(
      expect.arrayContaining([
        `link 2, ${YESTERDAY}: clicks: 1 counted, the clicks say 0.`,
        `link 4, ${YESTERDAY}: clicks: 0 counted, the clicks say 1.`,
      ]),
    );
  });

  test.each(["link", "qr", "campaign", "bio"])("a changed day of a %s", async (subject) => {
    const day = `where subject = '${subject}' and subject_id = 1 and day = '${YESTERDAY}' and not robot`;
    const { rows } = await query(`select clicks::int from click_rollups ${day}`);
    const now = rows[0].clicks;
    expect(await afterwards(`update click_rollups set clicks = clicks + 5 ${day}`)).toEqual([
      `${subject} 1, ${YESTERDAY}: clicks: ${now + 5} counted, the clicks say ${now}.`,
      expect.stringMatching(`^${subject} 1: clicks: \\d+ counted, its days together say \\d+\\.$`),
    ]);
  });

  test("a changed number of visitors or bots, and a value under another name", async () => {
    const link = `subject = 'link' and subject_id = 1 and day = '${YESTERDAY}'`;
    const found = await afterwards(
      `update click_rollups set "unique" = 7 where ${link} and not robot`,
      `update click_rollups set clicks = 2 where ${link} and robot`,
      `update click_values set value = 'Netscape' where value = 'Firefox'`,
    );
    await query("update click_values set value = 'Firefox' where value = 'Netscape'");
    expect(found).toContain(`link 1, ${YESTERDAY}: visitors: 7 counted, the clicks say 3.`);
    expect(found).toContain(`link 1, ${YESTERDAY}, robots: clicks: 2 counted, the clicks say 1.`);
    expect(found).toContain(`link 1, ${YESTERDAY}: browser Netscape: 3 counted, the clicks say 0.`);
  });

  test("a click with another class", async () => {
    const robot = "link_id = 1 and robot is not null";
    const { rows } = await query(`select class from clicks where ${robot}`);
    expect(rows).toHaveLength(1);
    expect(await afterwards(`update clicks set class = 'scanner' where ${robot}`)).toEqual([
      `link 1, ${YESTERDAY}, robots: class ${rows[0].class}: 1 counted, the clicks say 0.`,
      `link 1, ${YESTERDAY}, robots: class scanner: 0 counted, the clicks say 1.`,
    ]);
  });

  test("changed totals, counters and visitors", async () => {
    expect(await afterwards("update link_counts set clicks = 8, unique_clicks = 4 where link_id = 2")).toEqual([
      "link 2, counter: clicks: 8 counted, the roll-ups say 1.",
      "link 2, counter: visitors: 4 counted, the roll-ups say 1.",
    ]);
    await query("update link_counts set clicks = 1, unique_clicks = 1 where link_id = 2");
    expect(await afterwards("update qr_codes set scans = 1 where id = 1")).toEqual([
      "qr 1, counter: clicks: 1 counted, the roll-ups say 2.",
    ]);
    await query("update qr_codes set scans = 2 where id = 1");
    expect(await afterwards("delete from click_visitors where subject = 'campaign'")).toEqual([
      "campaign 1: visitors: 2 counted, the visitors who are known say 0.",
    ]);
  });

  test("a changed total of all days, and a missing day", async () => {
    const one = "where subject = 'link' and subject_id = 2";
    expect(await afterwards(`update click_rollups set clicks = 3 ${one} and day = '1970-01-01'`)).toEqual([
      "link 2: clicks: 3 counted, its days together say 1.",
      "link 2, counter: clicks: 1 counted, the roll-ups say 3.",
    ]);
    await query(`update click_rollups set clicks = 1 ${one} and day = '1970-01-01'`);
    expect(await afterwards(`delete from click_rollups ${one} and day = '${YESTERDAY}'`)).toContain(
      `link 2, ${YESTERDAY}: clicks: 0 counted, the clicks say 1.`,
    );
  });

  test("a changed usage of an account, and a missing one", async () => {
    const month = YESTERDAY.slice(0, 7);
    expect(await afterwards("update click_usage set clicks = clicks - 1")).toEqual([
      `user 1, ${month}: clicks: 9 counted, the clicks say 10.`,
    ]);
    expect(await afterwards("delete from click_usage")).toEqual([
      `user 1, ${month}: clicks: 0 counted, the clicks say 10.`,
    ]);
  });
});

/** Deletes like the drain, until nothing is left to do. */
async function erased(): Promise<void> {
  const store = await openClickStore(database.client);
  while ((await store.erase()) || (await store.expire()));
}

const nothing = { differences: 0, named: [] };

describe("no difference is reported for", () => {
  const old = today - 20 * DAY;

  /** Stores clicks of a month on subjects that stay and that are deleted. */
  async function visitedLongAgo(): Promise<void> {
    await stored(
      ...[old, old + 5 * DAY, today - 2 * DAY].flatMap((at) => [
        line({ linkId: 1, campaignId: 1 }, { at }),
        line({ linkId: 2, campaignId: 1 }, { at, from: "a.example" }),
        line({ linkId: 2 }, { at, agent: "Twitterbot/1.0" }),
        line({ qrCodeId: 1 }, { at }),
        line({ bioPageId: 1 }, { at }),
      ]),
    );
  }

  test("clicks that plans no longer keep; later ones are still checked", async () => {
    await visitedLongAgo();
    await query(`update plans set limits = '{"retention": 10}'`);
    await planExpiry();
    expect(await verify()).toMatchObject(nothing);
    await erased();
    expect((await query("select from clicks")).rowCount).toBe(5);
    expect(await verify()).toMatchObject({ clicks: 5, ...nothing });
    // The plan keeps more again, and a late click makes the drain check again.
    await query(`update plans set limits = '{}'`);
    await stored(line({ linkId: 3 }, { at: today - 18 * DAY }));
    expect(await verify()).toMatchObject(nothing);
    expect(await afterwards("delete from clicks where link_id = 1")).toContain(
      `link 1, ${dayOf(today - 2 * DAY)}: clicks: 1 counted, the clicks say 0.`,
    );
  });

  test("a deleted link whose clicks still belong to its campaign", async () => {
    await visitedLongAgo();
    await query(`insert into deleted_links (link_id, user_id, alias, destination, title, clicks, unique_clicks, bytes, stored)
      select id, l.user_id, alias, destination, title, c.clicks, c.unique_clicks, 0, jsonb_build_object('link', to_jsonb(l))
      from links l join link_counts c on link_id = id where id = 2`);
    await query("update links set id = 7 where id = 2");
    await query("update link_counts set clicks = 0, unique_clicks = 0 where link_id = 7");
    expect(await verify()).toMatchObject(nothing);
    await query("delete from deleted_links");
    await db.$transaction(async (tx) => {
      await erasing.eraseClicks(tx, "link", [2]);
      await erasing.makeUsageInexact(tx, [1]);
    });
    expect(await verify()).toMatchObject(nothing);
    await erased();
    expect(await verify()).toMatchObject({ clicks: 9, ...nothing });
    expect(
      await afterwards("delete from erased_clicks where robot = false and day = (select min(day) from erased_clicks)"),
    ).toContain(`campaign 1, ${dayOf(old)}: clicks: 2 counted, the clicks say 1.`);
    await query("update links set id = 2 where id = 7");
  });

  test("items that moved to another account, with any retention", async () => {
    await visitedLongAgo();
    await query(`update plans set limits = '{"retention": 10}'`);
    await planExpiry();
    await erased();
    await query("update users set admin = true where id = 2");
    await db.$transaction(async (tx) => {
      await erasing.recordErasedClicks(tx, 1, 2, [1]);
      await tx.$executeRaw`UPDATE links SET user_id = 2 WHERE id = 1`;
      await tx.$executeRaw`UPDATE link_counts SET user_id = 2 WHERE link_id = 1`;
    });
    expect(await verify()).toMatchObject(nothing);
    await stored(line({ linkId: 1 }));
    expect(await verify()).toMatchObject(nothing);
    await query("update users set admin = false where id = 2");
  });

  test("clicks imported from another service, and clicks beyond a plan", async () => {
    await query("update links set imported_clicks = 50 where id = 1");
    await query("update link_counts set clicks = 50 where link_id = 1");
    await query(`update plans set limits = '{"clicks": 2}'`);
    await stored(...Array.from({ length: 5 }, (_, n) => line({ linkId: 1 }, { from: `site-${n}.example` })));
    await stored(line({ bioPageId: 1, bioBlock: "b1" }));
    expect(await verify()).toMatchObject({ clicks: 6, ...nothing });
    expect(
      await afterwards("update click_rollups_beyond set clicks = 4 where subject = 'link' and day > '1970-01-01'"),
    ).toEqual([
      `link 1, ${YESTERDAY}, beyond 2: clicks: 4 counted, the clicks say 3.`,
      "link 1, beyond 2: clicks: 3 counted, its days together say 4.",
    ]);
  });

  test("a row that was cut to its largest values", async () => {
    for (let batch = 0; batch < 4; batch++)
      await stored(
        ...Array.from({ length: 1_000 }, (_, n) => line({ linkId: 1 }, { from: `site-${batch * 1_000 + n}.example` })),
      );
    const { rows } = await query("select max(cardinality(counts)) as size from click_rollups");
    expect(rows[0].size).toBeLessThan(2_000);
    expect(await verify()).toMatchObject({ clicks: 4_000, ...nothing });
    const found = await afterwards(`update clicks set referrer = 'else.example' where referrer = 'site-1.example'`);
    expect(found).toEqual([expect.stringMatching("^link 1, .+: click \\d+ was changed, ")]);
    const lost = await afterwards("delete from clicks where referrer = 'site-2.example'");
    expect(lost).toContain(`link 1, ${YESTERDAY}: clicks: 4000 counted, the clicks say 3999.`);
    expect(lost).toContainEqual(expect.stringMatching(`^link 1, ${YESTERDAY}: referrer Other: `));
  });

  test("clicks that a drain stores meanwhile", async () => {
    const other = await database.connect();
    let storing = true;
    const drain = (async () => {
      while (storing)
        await stored(...Array.from({ length: 200 }, (_, n) => line({ linkId: 1 + (n % 6), campaignId: 2 })));
    })();
    for (let round = 0; round < 5; round++) expect(await verifyClicks(other)).toMatchObject(nothing);
    storing = false;
    await drain;
    await other.end();
  });
});
