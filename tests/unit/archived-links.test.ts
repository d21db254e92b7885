import { beforeAll, describe, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";

const LINKS = 10_000;

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { listLinks } = await import("@/lib/resources/links/service");
const { archiveLinks, unarchiveLinks } = await import("@/lib/resources/links/bulk/archive");
const { allAddresses } = await import("@/lib/resources/links/service");

const ada = ownerOf(1);

beforeAll(async () => {
  await pool.query(
    `insert into users (id, email, username, username_folded, password_hash, plan_id)
     select id, id || '@example.com', id, id, '', (select min(id) from plans) from generate_series(1, 2) as id`,
  );
  // The audit log is not needed here, and takes longer than the inserts.
  await pool.query("alter table links disable trigger audit_inserted");
  // Nine of ten are archived, including all of the newest.
  await pool.query(
    `insert into links (user_id, domain_id, alias, alias_folded, destination, title, clicks, archived)
     select 1, 1, 'go-' || n, 'go-' || n, 'https://example.com/', (array['spring', 'autumn'])[1 + n % 2], n % 100,
       n % 10 > 0 or n > 9000 from generate_series(1, $1) as n`,
    [LINKS],
  );
  await pool.query("alter table links enable trigger audit_inserted");
  for (const table of ["links", "link_texts", "link_counts", "link_blocks"])
    await pool.query(`vacuum analyze ${table}`);
});

type Filter = Partial<Parameters<typeof listLinks>[1]>;
const list = (filter: Filter) => listLinks(ada, { limit: 15, page: 1, ...filter });

async function expectRight(filter: Filter): Promise<void> {
  const { archived = false, order, q = "", page = 1 } = filter;
  const { rows: wanted } = await pool.query<{ id: number }>(
    `select id from links where user_id = 1 and archived = $1 and strpos(title, $2) > 0
     order by ${order === "click" ? "clicks desc," : ""} id desc`,
    [archived, q],
  );
  const { rows, total } = await list(filter);
  const ids = wanted.slice((page - 1) * 15, page * 15).map(({ id }) => id);
  expect({ filter, ids: rows.map(({ id }) => id), total }).toEqual({ filter, ids, total: wanted.length });
}

describe.each([false, true])("archived: %s", (archived) => {
  it.each(["date", "click"] as const)("every page by %s contains its links, with an exact count", async (order) => {
    for (const page of [1, 2, 30, 60, 61, 300, 606, 607, 608]) {
      await expectRight({ archived, order, page });
      await expectRight({ archived, order, page, q: "spring" });
    }
  });

  it.each(["date", "click"] as const)("no page by %s reads links that are not in the list", async (order) => {
    const query = vi.spyOn(pool, "query");
    await list({ archived, order, page: 30 });
    const queries = query.mock.calls.map(
      (call) => call as unknown as [string | { text: string; values: unknown[] }, []],
    );
    query.mockRestore();
    for (const [first, values] of queries) {
      const { text, values: given } = typeof first === "string" ? { text: first, values } : first;
      if (!/from link(s|_counts)/.test(text)) continue;
      const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain (analyze) ${text}`, given);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/Index Only Scan .*using link(s|_counts)_user_id_archived_/);
      expect(plan).not.toMatch(/Rows Removed by Filter/);
    }
  });
});

it("a search no longer finds archived links, and finds them again when they are unarchived", async () => {
  const { rows } = await list({ q: "go-50" });
  const [first] = rows;
  const id = first?.id ?? 0;
  const before = (await list({ q: "go-50" })).total;
  expect(await archiveLinks(ada, [id, id, LINKS + 1])).toEqual([id]);
  expect(await archiveLinks(ada, [id])).toEqual([]);
  expect((await list({ q: "go-50" })).total).toBe(before - 1);
  // If it is edited while archived, it is found by the new text.
  await pool.query("update links set title = 'Winter' where id = $1", [id]);
  expect((await list({ q: "winter" })).total).toBe(0);
  expect(await unarchiveLinks(ada, [id])).toEqual([id]);
  expect((await list({ q: "winter" })).rows.map((link) => link.id)).toEqual([id]);
});

it("does not change another user's links", async () => {
  expect(await archiveLinks(ownerOf(2), [10, 20])).toEqual([]);
  expect(await unarchiveLinks(ownerOf(2), [11, 12])).toEqual([]);
});

it("exports contain all links, the oldest first", async () => {
  const ids: number[] = [];
  for await (const rows of allAddresses(ada)) ids.push(...rows.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: LINKS }, (_, index) => index + 1));
});
