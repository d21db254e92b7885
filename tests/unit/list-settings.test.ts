import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { readListSettings: listSettingsOf, saveListSettings } = await import("@/lib/resources/links/views/views");
const { listSettings, usualListSettings } = await import("@/lib/resources/links/views/views");
await pool.query(
  `insert into users (id, email, username, username_folded, password_hash, plan_id)
   select id, id || '@example.com', id, id, '', (select min(id) from plans) from generate_series(1, 2) as id`,
);

const settings = { columns: ["clicks" as const], compact: true, perPage: 50 as const };

it("have defaults, and belong to a person in any account", async () => {
  const [one, other] = [ownerOf(1), ownerOf(2)];
  expect(await listSettingsOf(one)).toEqual(usualListSettings);
  await saveListSettings(one, settings);
  await saveListSettings(one, { ...settings, perPage: 100 });
  expect(await listSettingsOf(one)).toEqual({ ...settings, perPage: 100 });
  expect(await listSettingsOf(other)).toEqual(usualListSettings);
  // They act for the other's account.
  expect(await listSettingsOf({ ...other, by: one.by })).toEqual({ ...settings, perPage: 100 });
});

it("use defaults if another version has stored unknown values", async () => {
  await saveListSettings(ownerOf(2), settings);
  await pool.query("UPDATE list_settings SET columns = '{clicks,mood}' WHERE user_id = 2");
  expect(await listSettingsOf(ownerOf(2))).toEqual(usualListSettings);
});

it.each([
  { ...settings, perPage: 30 },
  { ...settings, perPage: 100_000 },
  { ...settings, columns: ["password"] },
  { ...settings, columns: Array(7).fill("clicks") },
  { columns: [], compact: true },
  null,
])("reject other values: %j", (input) => expect(listSettings.safeParse(input).success).toBe(false));

it("are deleted with their account", async () => {
  await pool.query("DELETE FROM users WHERE id = 2");
  expect((await pool.query("SELECT FROM list_settings WHERE user_id = 2")).rowCount).toBe(0);
});
