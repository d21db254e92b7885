import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { startDatabase } from "../support/database";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");

const user = "(select max(id) from users)";
const [free] = (await pool.query("select id from plans where free")).rows;
await pool.query(
  `insert into users (email, username, username_folded, plan_id) values ('a@example.com', 'a', 'a', ${free.id})`,
);

/** For each table: how to insert a row, an edit by plain SQL, and columns that are written without an edit. */
const edited: Record<string, { insert: string; edit: string; counted?: string[] }> = {
  links: {
    insert: `(user_id, domain_id, alias, alias_folded, destination)
      values (${user}, (select min(id) from domains), 'a', 'a', 'https://example.com/')`,
    edit: "campaign_weight = 7",
    counted: ["clicks = clicks + 1", "unique_clicks = 5", "imported_clicks = 5", "click_limit_used = 5"],
  },
  qr_codes: {
    insert: `(user_id, code, type, name, data) values (${user}, 'a', 'text', 'a', '{}')`,
    edit: `data = '{"a": 1}'`,
    counted: ["scans = scans + 1", "unique_scans = 5"],
  },
  domains: {
    insert: `(user_id, host) values (${user}, 'a.example')`,
    edit: "redirect_root = 'https://example.com/'",
    counted: ["check_at = now()", "failing_since = now()", "status = 'suspended'"],
  },
  bio_pages: { insert: `(user_id, slug, slug_folded, name) values (${user}, 'a', 'a', 'a')`, edit: "name = 'b'" },
  campaigns: { insert: `(user_id, name) values (${user}, 'a')`, edit: "public = true" },
  channels: { insert: `(user_id, name) values (${user}, 'a')`, edit: "starred = true" },
  overlays: { insert: `(user_id, type, name, content) values (${user}, 'poll', 'a', '{}')`, edit: "name = 'b'" },
  pixels: { insert: `(user_id, type, name, tag) values (${user}, 'a', 'a', 'a')`, edit: "tag = 'b'" },
  instance_settings: { insert: "(id) values (2)", edit: "docs_page = false" },
  plans: { insert: "(name, limits) values ('a', '{}')", edit: "storage_mb = 7" },
  utm_templates: { insert: `(user_id, name, source) values (${user}, 'a', 'a')`, edit: "medium = 'b'" },
  qr_templates: { insert: `(user_id, name, design) values (${user}, 'a', '{}')`, edit: "name = 'b'" },
  tags: { insert: `(user_id, name, name_folded) values (${user}, 'a', 'a')`, edit: "color = '#000000'" },
  splash_pages: { insert: `(user_id, name, content) values (${user}, 'a', '{}')`, edit: "name = 'b'" },
};

test("tests every table with an edit time", async () => {
  const { rows } = await pool.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'updated_at' and table_name <> 'journal_offsets'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(edited).toSorted());
});

test.each(Object.entries(edited))("%s record when they were edited, by any code", async (table, each) => {
  const { insert, edit, counted = [] } = each;
  await pool.query("insert into domains (host) values ('sign.example') on conflict do nothing");
  const { id, fresh } = (
    await pool.query(`insert into ${table} ${insert} returning id, updated_at = created_at as fresh`)
  ).rows[0];
  expect(fresh).toBe(true);
  const old = new Date("2020-01-01");
  const updatedAt = async () =>
    (await pool.query(`select updated_at as at from ${table} where id = $1`, [id])).rows[0].at;
  const write = (assignment: string) => pool.query(`update ${table} set ${assignment} where id = $1`, [id]);

  await pool.query(`alter table ${table} disable trigger ${table}_updated_at`);
  await write("updated_at = '2020-01-01Z'");
  await pool.query(`alter table ${table} enable trigger ${table}_updated_at`);
  for (const assignment of counted) await write(assignment);
  await write(edit.replace(/ = .*/, (value) => ` = ${edit.slice(0, -value.length)}`));
  expect(await updatedAt()).toEqual(old);
  await write(edit);
  expect((await updatedAt()).getTime()).toBeGreaterThan(Date.now() - 600_000);
});

const unedited = {
  links: [Prisma.LinkScalarFieldEnum, ["importedClicks", "clickLimitUsed"]],
  qr_codes: [Prisma.QrCodeScalarFieldEnum, ["scans", "uniqueScans"]],
  domains: [Prisma.DomainScalarFieldEnum, ["status", "failingSince", "checkAt"]],
} as const;

test.each(Object.entries(unedited))(
  "for %s, every column counts except those listed here",
  async (table, [fields, others]) => {
    const { rows } = await pool.query<{ definition: string }>(
      "select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $1",
      [`${table}_updated_at`],
    );
    const [, named] = / UPDATE OF (.+?) ON /.exec(rows[0]?.definition ?? "") ?? [];
    const columns = Object.values(fields)
      .filter((field) => ![...others, "id", "createdAt", "updatedAt"].includes(field))
      .map((field) => field.replace("404", "_404").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    expect(named?.match(/\w+/g)?.toSorted()).toEqual(columns.toSorted());
  },
);
