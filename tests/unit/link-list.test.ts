import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mostCounted } from "@/lib/contract/pagination";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";

const LINKS = 50_000;
/** Number of links that one statement inserts, so that it takes no longer than statements may. */
const PART = 10_000;
const words = ["spring", "summer", "autumn", "winter"];

let pool: typeof import("@/lib/platform/database/pool").pool;
let lines: typeof import("@/lib/platform/database/statement").lines;
let listLinks: typeof import("@/lib/resources/links/service").listLinks;
let stateOf: typeof import("@/lib/contract/link-state").stateOf;

await startDatabase();

beforeAll(async () => {
  ({ pool } = await import("@/lib/platform/database/pool"));
  ({ lines } = await import("@/lib/platform/database/statement"));
  ({ listLinks } = await import("@/lib/resources/links/service"));
  ({ stateOf } = await import("@/lib/contract/link-state"));
  await pool.query(
    `insert into users (id, email, username, username_folded, password_hash, plan_id)
     select id, id || '@example.com', id, id, '', (select min(id) from plans) from generate_series(1, 3) as id`,
  );
  // The audit log is not needed here, and takes longer than the inserts.
  await pool.query("alter table links disable trigger audit_inserted");
  // The links of users are interleaved, so blocks are not full.
  // Links with an even number were imported, each with an earlier date.
  for (let first = 1; first <= LINKS; first += PART) {
    await pool.query(
      `insert into links (user_id, domain_id, alias, alias_folded, destination, title, clicks, created_at)
       select 1 + (n % 10 = 0)::int, 1, 'go-' || n, 'go-' || n, 'https://Example.com/' || n,
         ($3::text[])[1 + n % 4], n % 1000,
         case when n % 2 = 0 then '2025-01-01'::timestamptz + (n * 7919 % 50000) * interval '1 minute' else now() end
       from generate_series($1::int, $2::int) as n`,
      [first, first + PART - 1, words],
    );
  }
  await pool.query("alter table links enable trigger audit_inserted");
  for (const table of ["links", "link_texts", "link_counts", "link_blocks"])
    await pool.query(`vacuum analyze ${table}`);
});

afterEach(() => {
  vi.restoreAllMocks();
});

type Filter = Partial<Parameters<typeof listLinks>[1]>;

const list = (filter: Filter, userId = 1) => listLinks(ownerOf(userId), { limit: 15, page: 1, ...filter });

/** The expected pages, computed from all links one by one. */
async function listSlowly({ order, direction = "desc", q = "" }: Filter, userId = 1) {
  const { rows } = await pool.query<{ id: number }>(
    `select id from links where user_id = $1
     and (strpos(lower(alias), lower($2)) > 0 or strpos(lower(destination), lower($2)) > 0 or strpos(lower(title), lower($2)) > 0
       or strpos(lower((select name from campaigns where id = campaign_id)), lower($2)) > 0)
     order by ${order === "click" ? "clicks" : "created_at"} ${direction}, id ${direction}`,
    [userId, q],
  );
  const ids = rows.map(({ id }) => id);
  return (page: number) => ({ ids: ids.slice((page - 1) * 15, page * 15), total: ids.length });
}

async function expectRight(filter: Filter, pages: number[], userId = 1): Promise<void> {
  const right = await listSlowly(filter, userId);
  for (const page of pages) {
    const { rows, total, atMost } = await list({ ...filter, page }, userId);
    const expected = right(page);
    const isFrequent = atMost !== undefined;
    expect({ filter, page, ids: rows.map(({ id }) => id) }).toEqual({ filter, page, ids: expected.ids });
    expect({ filter, page, total }).toEqual({ filter, page, total: isFrequent ? mostCounted : expected.total });
    // Only the first pages of a search that finds many links are not counted exactly.
    if (isFrequent) {
      expect([filter.q === undefined, page > 100, expected.total > mostCounted, expected.total <= atMost]).toEqual([
        ...[false, false, true, true],
      ]);
    }
  }
}

const pages = [1, 2, 100, 1499, 1500, 2999, 3000, 3001, 2_147_483_647];

it.each([undefined, "click"] as const)("every page contains its links, with an exact count, by %s", async (order) => {
  await expectRight({ order }, pages);
  await expectRight({ order, direction: "asc" }, pages);
  await expectRight({ order }, [7], 2);
  await expectRight({ order }, [1], 3);
});

it.each(["example", "SPRING", "go-1234", "example.com/77", "77", "o", "nowhere", "%", "_", "\\"])(
  "searches for %j",
  async (q) => {
    for (const order of ["date", "click"] as const) {
      await expectRight({ q, order }, [1, 2, 400, 3000]);
      await expectRight({ q, order, direction: "asc" }, [1, 400, 3000]);
      await expectRight({ q, order }, [3], 2);
    }
  },
);

describe("filters by", () => {
  beforeAll(async () => {
    await pool.query("insert into campaigns (id, user_id, name) values (1, 1, 'Spring')");
    await pool.query("insert into channels (id, user_id, name) values (1, 1, 'Posters')");
    await pool.query("update links set campaign_id = 1 where id <= 40 and user_id = 1");
    await pool.query(
      "insert into channel_items (channel_id, link_id) select 1, id from links where id <= 20 and user_id = 1",
    );
    await pool.query("update links set expires_at = now() - interval '1 day' where id in (1, 2, 3)");
    await pool.query("update links set click_limit = 1, click_limit_used = 1 where id in (3, 4)");
    await pool.query("insert into disabled_links (link_id, reason) values (2, 'x'), (5, 'x')");
    await pool.query("update links set status = 'off' where id in (5, 6)");
    await pool.query("update links set status = 'private' where id in (2, 3, 7)");
  });

  const ids = async (filter: Filter) => {
    const { rows, total } = await list({ campaign: 1, ...filter, limit: 100 });
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  };

  it.each<[Filter["state"], number[]]>([
    ["off", [5, 6]],
    ["private", [7]],
    ["disabled", [2]],
    ["expired", [1, 3]],
    ["limit-reached", [4]],
  ])("those that are %s", async (state, wanted) => {
    expect(await ids({ state })).toEqual(wanted);
    const { rows } = await list({ campaign: 1, state });
    expect(rows.map((link) => stateOf(link))).toEqual(wanted.map(() => state));
  });

  it("a campaign, a channel, a domain, a search, all at once", async () => {
    expect((await ids({})).length).toBe(36);
    expect((await ids({ channel: 1 })).length).toBe(18);
    expect((await ids({ state: "active" })).length).toBe(29);
    expect(await ids({ channel: 1, domain: 1, q: "go-11" })).toEqual([11]);
    expect(await ids({ domain: 2 })).toEqual([]);
    expect((await list({ campaign: 1, order: "click", limit: 1 })).rows[0]?.id).toBe(39);
    expect((await list({ campaign: 1, order: "click", direction: "asc", limit: 1 })).rows[0]?.id).toBe(1);
    expect((await list({ campaign: 1, direction: "asc", limit: 1 })).rows[0]?.id).toBe(38);
    expect((await list({ campaign: 1, limit: 1 })).rows[0]?.id).toBe(39);
    expect((await list({ campaign: 1, page: 2, limit: 30 })).rows).toHaveLength(6);
    expect((await list({ campaign: 1 }, 2)).total).toBe(0);
  });
});

it("a repeated search includes later changes", async () => {
  // A deep page comes with an exact count.
  const count = async (q: string) => (await list({ q, page: 50 })).total;
  const expectDeep = () => expectRight({ q: "spring", order: "click" }, [350]);
  await expectDeep();
  const before = await count("spring");
  const summer = await count("summer");
  const id = (await list({ q: "spring", page: 300 })).rows[0]?.id;
  await pool.query("update links set title = 'Summer' where id = $1", [id]);
  expect([await count("spring"), await count("summer")]).toEqual([before - 1, summer + 1]);
  await expectDeep();
  await pool.query("delete from links where id = any($1)", [(await list({ q: "spring" })).rows.map((link) => link.id)]);
  expect([await count("spring"), (await list({})).total]).toEqual([before - 16, 45_000 - 15]);
  await pool.query(
    `insert into links (user_id, domain_id, alias, alias_folded, destination)
     select 1, 1, 'more-' || n, 'more-' || n, 'https://spring.example/' from generate_series(1, 30) as n`,
  );
  expect([await count("spring"), (await list({})).total]).toEqual([before + 14, 45_000 + 15]);
  await expectDeep();
  await pool.query("delete from links where alias like 'more-%'");
  for (const q of ["spring", undefined]) await expectRight({ q }, [2]);
});

it("pages and the API do not share a ranking", async () => {
  const deep = async (q: string) => {
    vi.resetModules();
    const { findLinkIds } = await import("@/lib/resources/links/search/find");
    return findLinkIds(1, { order: "click", q }, { skip: 1_500, take: 15 });
  };
  for (const q of ["go-1", "go-2", "go-3"]) {
    const { ids, total } = await deep(q);
    expect({ q, ids, total }).toEqual({ q, ...(await listSlowly({ order: "click", q }))(101) });
  }
});

it("clicks do not change the searched texts", async () => {
  const { rows: before } = await pool.query("select xmin, block from link_blocks order by block, user_id");
  await pool.query("update link_counts set clicks = clicks + 1 where link_id = 5");
  const { rows: after } = await pool.query("select xmin, block from link_blocks order by block, user_id");
  expect(after).toEqual(before);
});

it("a user's links leave nothing behind", async () => {
  await pool.query("delete from users where id = 2");
  expect((await pool.query("select 1 from link_blocks where user_id = 2")).rowCount).toBe(0);
  expect((await pool.query("select 1 from link_texts where user_id = 2")).rowCount).toBe(0);
});

describe("no page reads all links", () => {
  /** The plans of all plain SQL statements of a call. */
  async function plansOf(call: () => Promise<unknown>): Promise<string> {
    const spies = [vi.spyOn(pool, "query"), vi.spyOn(lines().reader, "query")];
    await call();
    const calls = spies.flatMap(({ mock }) => mock.calls as unknown[][]);
    const queries = calls.map(([first, values]) => {
      const { text, values: named } = typeof first === "string" ? { text: first, values } : (first as never);
      return { text, values: named } as { text: string; values: unknown[] };
    });
    for (const spy of spies) spy.mockRestore();
    const plans = queries.map(({ text, values }) =>
      pool.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers) ${text}`, values),
    );
    const read = (await Promise.all(plans)).flatMap(({ rows }) => rows.map((row) => row["QUERY PLAN"]));
    return read.join("\n");
  }

  it.each<[Filter, RegExp]>([
    [{ page: 1 }, /Index Scan using links_user_id_archived_created_at_id_idx/],
    [{ page: 2000 }, /Index Only Scan Backward using links_user_id_archived_created_at_id_idx/],
    [{ page: 2900, direction: "asc" }, /Index Only Scan using links_user_id_archived_created_at_id_idx/],
    [{ order: "click", page: 1 }, /Index Only Scan using link_counts_user_id_archived_clicks_link_id_idx/],
    [{ order: "click", page: 2900 }, /Index Only Scan Backward using link_counts_user_id_archived_clicks_link_id_idx/],
    [{ q: "go-4321" }, /Bitmap Index Scan on link_texts_text_idx/],
    [{ q: "go-4320", order: "click" }, /Bitmap Index Scan on link_texts_text_idx/],
    [{ q: "nobody" }, /Bitmap Index Scan on link_texts_text_idx/],
    // Without the letters that nearly all links have, whose lists are long.
    [{ q: "example.com/4321" }, /Index Cond: \(text ~~ '%m\/4321%'::text\)/],
    [{ q: "example.com go-4320", order: "click" }, /Index Cond: \(text ~~ '%o-4320%'::text\)/],
  ])("for %j", async (filter, wanted) => {
    const plans = await plansOf(() => list(filter));
    expect(plans).toMatch(wanted);
    expect(plans).not.toMatch(/Seq Scan on link(s|_texts|_counts)/);
  });

  it("for a frequent word that has been counted", async () => {
    await list({ q: "autumn", page: 600 });
    const plans = await plansOf(() => list({ q: "autumn", page: 601 }));
    expect(plans).not.toMatch(/Seq Scan on link(s|_texts|_counts)/);
    expect(plans).not.toMatch(/rows=\d{5}/);
  });

  it("for a deep page of the most clicked with a frequent word that has been ranked", async () => {
    await list({ q: "autumn", order: "click", page: 300 });
    const plans = await plansOf(() => list({ q: "autumn", order: "click", page: 301 }));
    expect(plans).not.toMatch(/link_texts/);
  });
});
