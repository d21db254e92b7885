import { beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { createUser } = await import("@/lib/resources/users/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { sweepConversions } = await import("@/lib/resources/conversions/service");

const account = async (username: string) => {
  const { apiKey } = await createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
  const actor = await findActorByKey(apiKey);
  if (!actor) throw new Error("no actor");
  return actor;
};
const ann = await account("ann");
const bob = await account("bob");
const link = await createLink(ann, { url: "https://example.com/" });

beforeEach(async () => void (await pool.query("DELETE FROM conversions")));

/** Stores conversions of clicks, and returns the places of those that are new. */
async function add(...given: object[]): Promise<number[]> {
  const filled = given.map((one) => ({
    link: link.id,
    click: "1",
    event: "sale",
    source: "api",
    at: new Date(),
    ...one,
  }));
  const { rows } = await pool.query("SELECT place FROM add_conversions($1, 3, 5)", [JSON.stringify(filled)]);
  return rows.map(({ place }) => place);
}
const count = async () => (await pool.query("SELECT count(*)::int AS count FROM conversions")).rows[0].count;

it("counts a conversion with the same external ID once, within an account", async () => {
  expect(await add({ external: "a" }, { external: "b", click: "2" }, { external: "a", click: "3" })).toEqual([1, 2]);
  expect(await add({ external: "b" }, { external: "c" }, {})).toEqual([2, 3]);
  const other = await createLink(bob, { url: "https://example.com/" });
  expect(await add({ external: "a", link: other.id })).toEqual([1]);
  expect(await count()).toBe(5);
});

it("counts each event that a page reports once for a click, and few events", async () => {
  const page = (event: string, click = "-9223372036854775808") => ({ source: "page", event, click });
  expect(await add(page("sale"), page("sale"), page("lead"))).toEqual([1, 3]);
  expect(await add(page("sale"), page("a"), page("b"), page("sale", "8"))).toEqual([2, 4]);
  expect(await count()).toBe(4);
});

it("limits how many a click has", async () => {
  expect(await add({}, {}, { click: "2" }, {})).toEqual([1, 2, 3, 4]);
  expect(await add({}, {}, {}, { click: "2" })).toEqual([1, 2, 4]);
});

it("takes those of deleted links, and none of links that are unknown", async () => {
  const gone = await createLink(ann, { url: "https://example.com/" });
  await deleteLink(ann, gone.id);
  expect(await add({ link: gone.id }, { link: 999_999 })).toEqual([1]);
});

it("keeps them for three years, and the latest of an account", async () => {
  const at = (years: string) => pool.query("SELECT now() - $1::interval AS at", [years]).then(({ rows }) => rows[0].at);
  await add({ at: await at("3 years 1 day"), external: "old" }, { at: await at("2 years"), external: "kept" });
  await sweepConversions();
  const left = async () =>
    (await pool.query("SELECT external_id AS id FROM conversions ORDER BY id")).rows.map(({ id }) => id);
  expect(await left()).toEqual(["kept"]);
  await add({ external: "second" }, { external: "third" });
  await sweepConversions(2);
  expect(await left()).toEqual(["second", "third"]);
});
