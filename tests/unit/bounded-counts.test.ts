import { beforeAll, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";

await startDatabase();
const { mostCounted, presentPage } = await import("@/lib/contract/pagination");
const { pool } = await import("@/lib/platform/database/pool");
const { selectedIds } = await import("@/lib/resources/links/bulk/service");
const { listLinks } = await import("@/lib/resources/links/service");
const { listConversions } = await import("@/lib/resources/conversions/service");
const { listAudit } = await import("@/lib/resources/audit/service");
const { listDeletedLinks } = await import("@/lib/resources/links/trash/service");
const { listAnswers } = await import("@/lib/resources/overlays/answers");
const { listMessages } = await import("@/lib/resources/sms/service");
const { countedLinks } = await import("@/lib/resources/overview/service");
const { getTag } = await import("@/lib/resources/tags/service");

const LINKS = 10_050;
const TAGGED = 10_020;
const actor = ownerOf(1);

beforeAll(async () => {
  await pool.query(
    `insert into users (id, email, username, username_folded, password_hash, plan_id)
     select id, id || '@example.com', id, id, '', (select min(id) from plans) from generate_series(1, 2) as id`,
  );
  // The audit log and the texts to search are not needed here, and take longer than the inserts.
  await pool.query("alter table links disable trigger audit_inserted");
  await pool.query(
    `insert into links (id, user_id, domain_id, alias, alias_folded, destination, created_at)
     select n, 1, 1, 'go-' || n, 'go-' || n, 'https://example.com/', now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    [LINKS],
  );
  await pool.query(
    "insert into tags (id, user_id, name, name_folded) values (1, 1, 'Common', 'common'), (2, 1, 'Rare', 'rare')",
  );
  await pool.query(`insert into "_LinkToTag" select n, 1 from generate_series(1, $1::int) as n`, [TAGGED]);
  await pool.query(`insert into "_LinkToTag" select n, 2 from generate_series(1, 9) as n`);
  await pool.query("vacuum analyze links");
});

const list = (filter: Partial<Parameters<typeof listLinks>[1]>) =>
  listLinks(actor, { limit: 1_000, page: 1, ...filter });
const common = { tag: ["Common"] };

describe("a list of more than 10,000 links", () => {
  it("is counted up to 10,000, and says how many there are at most", async () => {
    expect(await list(common)).toMatchObject({ total: mostCounted, atMost: TAGGED });
    expect(await list({ excludetag: ["Rare"] })).toMatchObject({ total: mostCounted, atMost: LINKS });
    expect(await list({ domain: 1 })).toMatchObject({ total: mostCounted, atMost: LINKS });
    expect(await list({ state: "active" })).toMatchObject({ total: mostCounted, atMost: LINKS });
  });

  it("is counted exactly if fewer match, or if all are listed", async () => {
    expect(await list({ tag: ["Rare"] })).toMatchObject({ total: 9 });
    expect((await list({ tag: ["Rare"] })).atMost).toBeUndefined();
    expect(await list({})).toMatchObject({ total: LINKS });
    expect((await list({})).atMost).toBeUndefined();
    expect(await list({ q: "go-" })).toMatchObject({ total: mostCounted, atMost: LINKS });
  });

  it("is counted exactly on its last page, and ends there", async () => {
    const last = await list({ ...common, page: 11 });
    expect([last.rows.length, last.total, last.atMost]).toEqual([TAGGED - mostCounted, TAGGED, undefined]);
    expect(await list({ ...common, page: 12 })).toMatchObject({ rows: [], total: mostCounted, atMost: TAGGED });
    // After a page past the end, no more pages follow.
    const past = await list({ excludetag: ["Common"], page: 2 });
    expect([past.rows, past.total]).toEqual([[], LINKS - TAGGED]);
  });

  it("shows more on a deep page that is not the last", async () => {
    expect(await list({ ...common, limit: 10, page: 1_001 })).toMatchObject({ total: 10_010, atMost: TAGGED });
  });

  it.each(["the first maxpage", "each maxpage", "cursors"])("can be read completely by %s", async (way) => {
    const read = async (page: number, after?: (string | number | boolean)[]) => {
      const requested = { limit: 1_000, page, after };
      const found = await listLinks(actor, { ...requested, ...common });
      const { data } = presentPage({ ...requested, cursorOf: String }, found, "ids", ({ id }) => id);
      return { ...data, next: found.next };
    };
    const first = await read(1);
    const ids = [...first.ids];
    expect(first).toMatchObject({ result: 10_000, resultexact: false });
    let { next, maxpage } = first;
    for (let page = 2; way === "cursors" ? next : page <= maxpage; page++) {
      const found = way === "cursors" ? await read(1, next ?? []) : await read(page);
      ids.push(...found.ids);
      next = found.next;
      if (way === "each maxpage") maxpage = found.maxpage;
    }
    expect(new Set(ids).size).toBe(TAGGED);
    expect(ids.length).toBe(TAGGED);
  });

  it("cannot be changed as a whole, even if a user has seen 10,000", async () => {
    await expect(selectedIds(actor, { filter: common, count: mostCounted })).rejects.toMatchObject({
      code: "selection_changed",
    });
  });

  it("is counted completely by an overview", async () => {
    expect((await countedLinks(1, { tag: "common" }, 10)).total).toBe(TAGGED);
    expect((await countedLinks(1, { domain: 1 }, 10)).total).toBe(LINKS);
  });
});

it("finds links in a rare state without reading the others", async () => {
  for (const state of ["private", "off", "disabled", "expired", "limit-reached"] as const) {
    const read: number[] = [];
    // Other connections of the pool may add what they read earlier to the figures at any time, but only once.
    for (let times = 0; times < 5; times++) {
      const before = await rowsRead();
      expect(await list({ state })).toMatchObject({ rows: [], total: 0 });
      read.push((await rowsRead()) - before);
    }
    // The planner reads the ends of indexes.
    const [, , median = 0] = read.sort((a, b) => a - b);
    expect([state, median < 100]).toEqual([state, true]);
  }
});

/** The rows of links that statements have read so far, by an index or in order. */
async function rowsRead(): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ rows: string }>(
    `select seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'links') as rows
     from pg_stat_user_tables where relname = 'links'`,
  );
  return Number(rows[0]?.rows);
}

describe("other lists of more than 10,000 items", () => {
  const many = 10_030;
  const page = { limit: 1_000, page: 1 };

  const expectCounted = async (
    read: (page: { limit: number; page: number }) => Promise<{ rows: unknown[]; total: number; atMost?: number }>,
  ) => {
    const first = await read(page);
    expect([first.total, first.rows.length]).toEqual([mostCounted, 1_000]);
    expect(first.atMost).toBeGreaterThanOrEqual(many);
    const last = await read({ limit: 1_000, page: 11 });
    expect([last.total, last.atMost, last.rows.length]).toEqual([many, undefined, 30]);
  };

  it("counts conversions", async () => {
    await pool.query(
      `insert into conversions (user_id, link_id, click, clicked_at, event, source, at)
       select 1, 10, n, now(), 'sale', 'api', now() from generate_series(1, $1::int) as n`,
      [many],
    );
    await expectCounted((page) => listConversions(actor, {}, page));
    await expectCounted((page) => listConversions(actor, { event: "sale" }, page));
  });

  it("counts the audit log", async () => {
    await pool.query(
      "insert into audit_entries (user_id, request, operation) select 1, gen_random_uuid(), 'test' from generate_series(1, $1::int) as n",
      [many],
    );
    await expectCounted((page) => listAudit(actor, { operation: "test" }, page));
  });

  it("counts deleted links", async () => {
    await pool.query(
      `insert into deleted_links (link_id, user_id, domain_id, alias, destination, title, clicks, unique_clicks, bytes, stored)
       select 100000 + n, 1, 1, n, '', '', 0, 0, 2, '{}' from generate_series(1, $1::int) as n`,
      [many],
    );
    await expectCounted((page) => listDeletedLinks(actor, page));
  });

  it("counts answers to an overlay", async () => {
    await pool.query("insert into overlays (id, user_id, name, type, content) values (1, 1, 'Ask', 'contact', '{}')");
    await pool.query(
      `insert into overlay_answers (overlay_id, content) select 1, '{}' from generate_series(1, $1::int)`,
      [many],
    );
    await expectCounted((page) => listAnswers(actor, 1, page));
  });

  it("counts text messages", async () => {
    await pool.query(
      `insert into sms_messages (user_id, "from", "to", message, status) select 1, '+1', '+2', '', 'sent' from generate_series(1, $1::int)`,
      [many],
    );
    await expectCounted((page) => listMessages(actor, page));
    await expectCounted((page) => listMessages(actor, page, { number: "+2" }));
  });
});

describe("the number of links with a tag", () => {
  const linksOf = async (tag: number) => (await getTag(actor, tag))._count.links;

  it("follows links that are tagged, untagged and deleted", async () => {
    expect([await linksOf(1), await linksOf(2)]).toEqual([TAGGED, 9]);
    await pool.query(`insert into "_LinkToTag" values (10, 2), (11, 2)`);
    await pool.query(`delete from "_LinkToTag" where "A" = 9 and "B" = 2`);
    await pool.query("delete from links where id in (1, 2)");
    await pool.query("update links set archived = true where id = 3");
    expect([await linksOf(1), await linksOf(2)]).toEqual([TAGGED - 2, 8]);
  });

  it("does not make a transaction wait for another that uses the same tag", async () => {
    const before = await linksOf(2);
    const [one, other] = await Promise.all([pool.connect(), pool.connect()]);
    try {
      for (const client of [one, other]) await client.query("begin; set local lock_timeout = '3s'");
      // Links of different blocks, because both transactions also write the rows of their blocks.
      await one.query(`insert into "_LinkToTag" values (20, 2)`);
      await other.query(`insert into "_LinkToTag" values (9000, 2)`);
      await one.query("commit");
      await other.query("rollback");
    } finally {
      one.release();
      other.release();
    }
    expect(await linksOf(2)).toBe(before + 1);
    await pool.query(`insert into "_LinkToTag" values (9001, 2)`);
    expect(await linksOf(2)).toBe(before + 2);
  });

  it("ends with the tag", async () => {
    await pool.query("delete from tags where id = 2");
    expect((await pool.query("select from tag_counts where tag_id = 2")).rowCount).toBe(0);
  });
});
