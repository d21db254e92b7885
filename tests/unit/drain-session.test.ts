import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DrainSession } from "@/lib/clicks/postgres/drain-session";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { eventually } from "../support/wait";

let database: ClickDatabase;

beforeAll(async () => {
  database = await startClickDatabase(1);
});
afterAll(() => database.stop());

const locks = async (client: pg.Client) =>
  (await client.query("select pg_try_advisory_lock(42) as locked")).rows[0].locked;

test("the next session ends only the one before, which frees its locks", async () => {
  const session = new DrainSession();
  const [before, next, other] = await Promise.all([database.connect(), database.connect(), database.connect()]);
  await session.begin(before);
  expect(await locks(before)).toBe(true);
  expect(await locks(next)).toBe(false);
  await session.begin(next);
  await eventually(async () => expect(await locks(next)).toBe(true));
  await expect(before.query("select 1")).rejects.toThrow();
  expect((await other.query("select 1")).rowCount).toBe(1);
  await Promise.all([next.end(), other.end()]);
});
