import { beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { actorWithLinkLimit } from "../support/limited-actor";

await startDatabase();
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { authored } = await import("@/lib/platform/database/author");
const { getLink } = await import("@/lib/resources/links/service");
const { createLink } = await import("@/lib/resources/links/writing/save");

const limit = 10;
let userId: number;
let actor: Actor;

beforeEach(async () => {
  actor = await actorWithLinkLimit(limit);
  userId = actor.userId;
});

const add = (input: { custom?: string; externalid?: string; tags?: string[] } = {}) =>
  createLink(actor, { url: "https://example.com/", title: "A title", ...input });

const reasonsOf = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));

test("creates as many of many concurrent links as the plan allows, in few transactions", async () => {
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => add()));
  expect(reasonsOf(results)).toEqual(Array.from({ length: 15 }, () => "plan_limit_reached"));
  const { rows } = await pool.query("SELECT xmin FROM links WHERE user_id = $1", [userId]);
  expect(rows).toHaveLength(limit);
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThan(4);
});

test("links of an account without a limit are made in few statements, and answered without being read", async () => {
  actor = { ...actor, unlimited: true };
  const made = await Promise.all(Array.from({ length: 25 }, () => add()));
  const { rows } = await pool.query("SELECT xmin FROM links WHERE user_id = $1", [userId]);
  expect(rows).toHaveLength(25);
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThan(4);
  for (const link of made) expect(await getLink(actor, link.id)).toMatchObject(link);
});

test("a taken alias fails alone, and does not count toward the limit", async () => {
  await add({ custom: "taken-alias", externalid: "taken" });
  const others = Array.from({ length: 8 }, () => add());
  const results = await Promise.allSettled([add({ custom: "Taken-Alias" }), add({ externalid: "taken" }), ...others]);
  expect(reasonsOf(results)).toEqual(["alias_taken", "externalid_taken"]);
  expect(await db.link.count({ where: { userId } })).toBe(9);
  expect(await add()).toMatchObject({ userId });
});

test("an invalid link does not prevent the others", async () => {
  await pool.query(`ALTER TABLE links ADD CONSTRAINT no_trouble CHECK (title <> 'trouble')`);
  const trouble = createLink(actor, { url: "https://example.com/", title: "trouble" });
  const results = await Promise.allSettled([add(), trouble, add()]);
  await pool.query("ALTER TABLE links DROP CONSTRAINT no_trouble");
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("the audit log says who created each link", async () => {
  const names = ["one", "two", "three", "four"];
  const by = (name: string) => authored({ operation: `POST /${name}` }, () => add());
  const links = await Promise.all(names.map(by));
  const { rows } = await pool.query(
    `SELECT subject_id AS id, operation FROM audit_changes JOIN audit_entries ON id = entry_id
     WHERE subject = 'link' AND user_id = $1 ORDER BY subject_id`,
    [userId],
  );
  const expected = links.map(({ id }, index) => ({ id, operation: `POST /${names[index]}` }));
  expect(rows).toEqual(expected.toSorted((one, other) => one.id - other.id));
});
