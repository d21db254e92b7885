// Tampering that a recount cannot find, because all numbers of the clicks were changed as well.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import { readRoots, sealSegments } from "@/lib/clicks/postgres/chain";
import { ensurePartitions } from "@/lib/clicks/postgres/partitions";
import { publicKey, signRoot } from "@/lib/clicks/store/root-signature";
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { storeLines } from "../support/stored-clicks";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const DAY = 86_400_000;
const NOON = Math.floor(Date.now() / DAY) * DAY - DAY / 2;
const YESTERDAY = new Date(NOON).toISOString().slice(0, 10);

let database: ClickDatabase;
let directory: string;
let erasing: typeof import("@/lib/clicks/maintenance/erase");
let retention: typeof import("@/lib/clicks/maintenance/retention");
let db: typeof import("@/lib/platform/database/db").db;

beforeAll(async () => {
  database = await startClickDatabase(6);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  ({ db } = await import("@/lib/platform/database/db"));
  erasing = await import("@/lib/clicks/maintenance/erase");
  retention = await import("@/lib/clicks/maintenance/retention");
});
afterAll(async () => {
  await db.$disconnect();
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "signpost-segments-"));
  await database.reset();
  await query(
    "delete from click_gaps; delete from erased_clicks; delete from click_expiries; delete from click_erasures; update plans set limits = '{}'",
  );
  return () => rmSync(directory, { recursive: true });
});

const query = (sql: string) => database.client.query(sql);

const line = (subjects: ClickSubjects, at = NOON, query = "") =>
  formatLine(
    { ...describeVisit({ method: "GET", url: `/a${query}`, headers: { "user-agent": FIREFOX } }, "8.8.8.8"), at },
    subjects,
  );

const stored = (...lines: string[]) => storeLines(database.client, lines);

/** Closes the open segments, as if the time had come. */
async function closed(): Promise<void> {
  await query("update click_segments set written_at = written_at - interval '1 hour'");
  await sealSegments(database.client);
}

async function named(): Promise<string[]> {
  const { named, differences } = await verifyClicks(database.client);
  expect(named).toHaveLength(differences);
  return named;
}

async function changed(sql: string): Promise<void> {
  expect({ sql, rows: (await query(sql)).rowCount }).not.toEqual({ sql, rows: 0 });
}

test("an ID names the click's segment, and clicks of a journal and a day share one", async () => {
  await stored(line({ linkId: 1 }), line({ linkId: 2 }), line({ linkId: 1 }, NOON - DAY), line({ linkId: 1 }));
  const { rows } = await query("select number::int, day::text, clicks, erased from click_segments order by number");
  expect(rows).toMatchObject([{ clicks: 3, erased: 0 }, { clicks: 1 }]);
  const ids = (await query("select (id >> 20)::int as segment, (id & 1048575)::int as line from clicks order by id"))
    .rows;
  const [first, second] = rows.map(({ number }) => number);
  expect(ids).toEqual([...[0, 1, 2].map((line) => ({ segment: first, line })), { segment: second, line: 0 }]);
});

test("seals facts as the database prints them, with any values", async () => {
  const odd = encodeURIComponent("back\\slash\ttab ünïcödé 🦊 \\N");
  await stored(
    line({ linkId: 1, campaignId: 2, rule: "rules.0" }, NOON, `?utm_source=${odd}&utm_term=${"🦊".repeat(64)}x`),
    line({ bioPageId: 1, bioBlock: "b\\1" }, NOON + 7),
    line({ qrCodeId: 3 }, NOON + 999, "?utm_campaign=%20"),
    line({ linkId: 999 }),
  );
  expect(await named()).toEqual([]);
  await closed();
  expect(await named()).toEqual([]);
});

test("a drain that dies before its commit leaves nothing, and the next one seals the same clicks once", async () => {
  await stored(line({ linkId: 1 }));
  const dying = await database.connect();
  const pid = (await dying.query("select pg_backend_pid() as pid")).rows[0].pid;
  const ask = dying.query.bind(dying) as (...args: unknown[]) => Promise<unknown>;
  const failingQuery = async (...args: unknown[]) => {
    if (args[0] === "commit") await query(`select pg_terminate_backend(${pid})`);
    return ask(...args);
  };
  // Streams, such as COPY's, are passed on unchanged.
  dying.query = ((...args: unknown[]) =>
    typeof args[0] === "string" ? failingQuery(...args) : ask(...args)) as typeof dying.query;
  writeFileSync(join(directory, "amid.closed"), line({ linkId: 1 }) + line({ linkId: 2 }));
  const drain = new DirectoryDrain(await openClickStore(dying), directory, () => {});
  await expect(drain.pass()).rejects.toThrow();
  await dying.end().catch(() => {});
  expect((await query("select from click_segments where journal = 'amid'")).rowCount).toBe(0);
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
  expect((await query("select clicks from click_segments where journal = 'amid'")).rows).toEqual([{ clicks: 2 }]);
  expect(await named()).toEqual([]);
});

test("stores the time of the last verification, and shows it with statistics", async () => {
  const { keepVerification, lastVerification } = await import("@/lib/clicks/verification/last-verification");
  const { buildReport: reportOf } = await import("@/lib/clicks/statistics/report");
  expect(await lastVerification()).toBeNull();
  await stored(line({ linkId: 1 }));
  const found = await verifyClicks(database.client);
  await keepVerification(database.client, found);
  await keepVerification(database.client, { ...found, differences: 3 });
  const last = { at: new Date(found.at), clicks: 1, differences: 3 };
  expect(await lastVerification()).toEqual(last);
  const period = { from: YESTERDAY, to: YESTERDAY };
  const selection = { period, grain: "day", zone: "UTC", robots: false, filters: {} } as const;
  const report = await reportOf("link", 1, selection, { limit: null, retainedFrom: null });
  expect(report).toMatchObject({ clicks: 1, verified: last });
  await query("delete from click_verifications");
});

describe("found, although all numbers match:", () => {
  let journal: string;
  beforeEach(async () => {
    journal = await stored(line({ linkId: 1 }), line({ linkId: 2 }, NOON + 1), line({ linkId: 1 }, NOON + 2));
    await closed();
    expect(await named()).toEqual([]);
  });

  test("a lost click", async () => {
    const { rows } = await query("delete from clicks where link_id = 2 returning id::float8");
    await changed("delete from click_rollups where subject = 'link' and subject_id = 2");
    await changed("delete from click_visitors where subject = 'link' and subject_id = 2");
    await changed("update link_counts set clicks = 0, unique_clicks = 0 where link_id = 2");
    await changed("update click_usage set clicks = clicks - 1");
    const segment = Math.floor(rows[0].id / 2 ** 20);
    expect(await named()).toEqual([
      `${YESTERDAY}: click ${rows[0].id} is lost, line 2 of segment ${segment} (journal ${journal}).`,
    ]);
  });

  test.each(["", ", id, seal"])("a duplicate click%s", async (copied) => {
    const columns = 'link_id, visitor, country, language, referrer, browser, os, device, devices, ruleset, "unique"';
    const of = copied ? "at + interval '1 ms', id, seal" : "at, nextval('clicks_id_seq'), seal";
    const { rows } = await query(
      `insert into clicks (at, id, seal, ${columns.replace(', "unique"', "")}, "unique")
       select ${of}, ${columns.replace(', "unique"', "")}, false from clicks where link_id = 2
       returning id::float8, (select id::float8 from clicks where link_id = 2) as first`,
    );
    await changed(`update click_rollups set clicks = 2, counts = array(select 2 * count from unnest(counts) as count)
      where subject = 'link' and subject_id = 2`);
    await changed("update link_counts set clicks = 2 where link_id = 2");
    await changed("update click_usage set clicks = clicks + 1");
    const [{ id, first }] = rows;
    const what = `link 2, ${YESTERDAY} 12:00:00: click ${id}`;
    expect(await named()).toEqual(
      copied
        ? [
            expect.stringMatching(`^${what} was changed, line 2 of `),
            expect.stringMatching(`^${YESTERDAY}: .* has 4 clicks, 1 more than it should\\.$`),
          ]
        : [`${what} is click ${first} once more.`],
    );
  });

  test("a changed click, and one in another month", async () => {
    await changed("update clicks set at = at + interval '1 hour' where link_id = 2");
    expect(await named()).toEqual([
      expect.stringMatching(
        `^link 2, ${YESTERDAY} 13:00:00: click \\d+ was changed, line 2 of .*\\(journal ${journal}\\)\\.$`,
      ),
    ]);
  });

  test("a click that was never recorded, with any seal", async () => {
    await changed(`insert into clicks (at, link_id, "unique", seal)
      select at + interval '5 ms', 3, false, seal from clicks where link_id = 2`);
    expect(await named()).toContainEqual(expect.stringMatching(/^link 3, .* was never recorded\.$/));
  });

  test("a click without a seal, after the day from which all have one", async () => {
    const [today, tomorrow] = [NOON + DAY, NOON + 1.5 * DAY].map((at) => new Date(at).toISOString());
    const insert = (at: string) =>
      query(`insert into clicks (at, link_id, "unique") values ('${at}', 3, false) returning id`);
    await ensurePartitions(database.client, [NOON + DAY, NOON + 1.5 * DAY]);
    await insert(today as string);
    expect((await named()).filter((one) => one.includes("never recorded"))).toEqual([]);
    await insert(tomorrow as string);
    expect((await named()).filter((one) => one.includes("never recorded"))).toHaveLength(1);
  });
});

describe("the chain and its roots:", () => {
  beforeEach(async () => {
    await stored(line({ linkId: 1 }), line({ linkId: 2 }));
    await closed();
    await stored(line({ linkId: 1 }));
    await stored(line({ linkId: 3 }));
    await closed();
    expect(await named()).toEqual([]);
  });

  /** Findings except those about clicks that lose their segment. */
  const ofChain = async () => (await named()).filter((one) => /^The (chain|root|row) /.test(one));
  const aRow = expect.stringMatching(/^The row of segment \d+ .* was changed\.$/);

  test("a missing segment with its clicks", async () => {
    const { rows } = await query("delete from click_segments where position = 2 returning number::float8");
    await changed(`delete from clicks where id >> 20 = ${rows[0].number}`);
    expect(await ofChain()).toEqual([
      expect.stringMatching(/^The chain is broken: 1 segments are missing before segment /),
    ]);
    await changed("update click_segments set position = 2 where position = 3");
    expect(await ofChain()).toContainEqual(aRow);
  });

  test.each(["clicks = clicks - 1", "erased = erased + 1", "position = null, chain = null", "digest = erased_digest"])(
    "a segment whose row says %s",
    async (change) => {
      await changed(`update click_segments set ${change} where position = 3`);
      expect(await ofChain()).toContainEqual(aRow);
    },
  );

  test("data that another person has written, which is not extended", async () => {
    const journal = join(directory, "slow.open");
    const drain = new DirectoryDrain(await openClickStore(database.client), directory, () => {});
    writeFileSync(journal, line({ linkId: 1 }));
    await drain.pass();
    await changed("update click_segments set erased = 1 where journal = 'slow'");
    writeFileSync(journal, line({ linkId: 1 }) + line({ linkId: 1 }));
    await drain.pass();
    expect((await query("select from click_segments where journal = 'slow'")).rowCount).toBe(2);
    await closed();
    expect((await query("select from click_segments where position is null")).rowCount).toBe(1);
    expect(await ofChain()).toEqual([
      expect.stringMatching(/^The row of segment \d+ .*\(journal slow\) was changed\.$/),
    ]);
  });

  /** Signs again, as if nothing had been signed yet. */
  async function signed(): Promise<void> {
    await query("delete from click_roots");
    await sealSegments(database.client);
  }

  test("a forged root", async () => {
    const unsigned = [expect.stringMatching(/^The root of \S+ has no valid signature\.$/)];
    await changed("update click_roots set day = day - 1");
    expect(await ofChain()).toEqual(unsigned);
    await signed();
    expect(await ofChain()).toEqual([]);
    await changed("update click_roots set signature = set_byte(signature, 3, 255 - get_byte(signature, 3))");
    expect(await ofChain()).toEqual(unsigned);
  });

  test("a missing end of the chain that a root knows", async () => {
    await signed();
    await changed("delete from click_segments where position = 3");
    await changed("delete from clicks where link_id = 3");
    expect(await ofChain()).toEqual([
      expect.stringMatching(/^The chain ends at 2: the root of \S+ knows 3 segments\.$/),
    ]);
    // Later segments do not fill the gap.
    await stored(line({ linkId: 1 }));
    await closed();
    expect(await ofChain()).toContainEqual(
      expect.stringMatching(/^The chain is broken: 1 segments are missing before /),
    );
  });

  test("a stranger checks chain and roots with only the public key", async () => {
    await signed();
    const { createHash, verify } = await import("node:crypto");
    const segments = await query(
      `select position, number, journal, day::text, clicks, encode(digest, 'hex') as digest from click_segments order by position`,
    );
    let chain = "0".repeat(64);
    for (const { position, number, journal, day, clicks, digest } of segments.rows)
      chain = createHash("sha256")
        .update([chain, position, number, journal, day, clicks, digest].join("\n"))
        .digest("hex");
    const [root] = (await query("select *, day::text, since::text from click_roots")).rows;
    expect(root.chain.toString("hex")).toBe(chain);
    const text = ["signpost root", root.day, root.gone, root.position, chain, root.clicks, root.erased, root.since];
    expect(verify(null, Buffer.from(text.join("\n")), publicKey(), root.signature)).toBe(true);
    expect(verify(null, Buffer.from(`${text.join("\n")}0`), publicKey(), root.signature)).toBe(false);
  });
});

describe("finds nothing after", () => {
  /** Deletes like the drain, until nothing is left to do. */
  async function erased(): Promise<void> {
    const store = await openClickStore(database.client);
    while ((await store.erase()) || (await store.expire()));
  }
  const old = NOON - 20 * DAY;
  const sums = async () =>
    (await query("select sum(clicks)::int as clicks, sum(erased)::int as erased from click_segments")).rows[0];

  async function limitToTenDays(): Promise<void> {
    await query(`update plans set limits = '{"retention": 10}'`);
    await retention.planExpiry();
    await erased();
  }

  test("erasure by a plan's retention, of closed and open segments", async () => {
    await stored(line({ linkId: 1 }, old), line({ linkId: 1 }), line({ bioPageId: 1 }, old));
    await closed();
    await stored(line({ linkId: 2 }, old), line({ linkId: 2 }));
    await limitToTenDays();
    expect(await sums()).toEqual({ clicks: 5, erased: 3 });
    expect(await named()).toEqual([]);
    await closed();
    expect(await named()).toEqual([]);
    await changed("delete from clicks where link_id = 2");
    expect(await named()).toContainEqual(expect.stringMatching(/click \d+ is lost, /));
  });

  test("a dropped month", async () => {
    await stored(line({ linkId: 1 }, NOON - 100 * DAY), line({ linkId: 1 }));
    await closed();
    await query(`update plans set limits = '{"retention": 10}'`);
    await retention.planExpiry();
    expect(await sums()).toEqual({ clicks: 2, erased: 1 });
    expect(await named()).toEqual([]);
  });

  test("deletion of a link; another loss is found", async () => {
    await stored(line({ linkId: 1 }), line({ linkId: 2 }), line({ linkId: 1 }), line({ linkId: 2 }));
    await closed();
    await query("update links set id = 7 where id = 1");
    await db.$transaction(async (tx) => {
      await erasing.eraseClicks(tx, "link", [1]);
      await erasing.makeUsageInexact(tx, [1]);
    });
    await erased();
    await query("update links set id = 1 where id = 7");
    await query("update link_counts set clicks = 0, unique_clicks = 0 where link_id = 1");
    expect(await sums()).toEqual({ clicks: 4, erased: 2 });
    expect(await named()).toEqual([]);
    await changed("delete from clicks where id = (select max(id) from clicks)");
    expect(await named()).toContainEqual(
      expect.stringMatching(`^${YESTERDAY}: 1 clicks are lost of segment .*, beside the 2 that were erased\\.$`),
    );
  });

  test("erasure, but finds that an erased click had been changed", async () => {
    await stored(line({ linkId: 1 }, old), line({ linkId: 1 }));
    await changed("update clicks set country = 'FR' where at < now() - interval '10 days'");
    await limitToTenDays();
    expect(await named()).toEqual([expect.stringMatching(/click \d+ is lost, line 1 of /)]);
  });

  test("forgets the beginning of the chain if all of it is erased", async () => {
    await stored(line({ linkId: 1 }, old));
    await closed();
    await query("delete from click_roots");
    await sealSegments(database.client);
    // As if that had been three days ago.
    const [root] = await readRoots(database.client);
    if (!root) throw new Error("there is no root");
    const day = new Date(Date.parse(root.day) - 3 * DAY).toISOString().slice(0, 10);
    await database.client.query("update click_roots set day = $1, signature = $2", [day, signRoot({ ...root, day })]);
    await stored(line({ linkId: 1 }));
    await closed();
    await query("delete from click_roots where position = 2");
    await limitToTenDays();
    await sealSegments(database.client);
    expect((await query("select position::int, gone::int from click_roots order by day")).rows).toEqual([
      { position: 1, gone: 0 },
      { position: 2, gone: 1 },
    ]);
    expect((await query("select position::int from click_segments")).rows).toEqual([{ position: 2 }]);
    expect(await named()).toEqual([]);
    await changed("delete from click_segments where position = 2");
    await changed("delete from clicks where link_id = 1");
    expect(await named()).toContainEqual(expect.stringMatching(/^The chain ends at 1: /));
  });
});
