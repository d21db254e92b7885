import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { env } = await import("@/lib/platform/env");
const { retentionPolicies } = await import("@/lib/instance/retention-policies");
const { growthFigures } = await import("@/lib/instance/growth-figures");
const { createUser } = await import("@/lib/resources/users/service");
const { sweepMessages } = await import("@/lib/resources/sms/service");
const { sweeps } = await import("@/server/sweeps");

const things: readonly import("@/lib/instance/retention-policies").RetentionPolicy[] = retentionPolicies;

it("lists each table once, so that each new table needs a limit", async () => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname !~ '^_prisma'`,
  );
  expect(things.flatMap(({ tables }) => tables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it("matches docs/running.md", () => {
  const [, section = ""] = readFileSync("docs/running.md", "utf8").split("\n## What grows, and how far\n");
  const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| (.*?) +\| (.*?) +\| +(.*?) ?\|$/gm)].slice(2);
  expect(rows.map(([, name, kept, bytes]) => [name, kept, bytes])).toEqual(
    things.map(({ name, kept, bytes = "" }) => [name, kept, bytes]),
  );
});

it("names only tasks and settings that exist", () => {
  const tasks = sweeps.map(({ name }) => name);
  for (const { sweep, setting } of things) {
    if (sweep) expect(tasks).toContain(sweep);
    if (setting) expect(readFileSync("docs/configuration.md", "utf8")).toContain(`| \`${setting}\``);
  }
});

it("reports the size of everything, with partitions added up", async () => {
  const unknown = (await growthFigures()).find(({ name }) => name === "QR code templates");
  expect(unknown).toMatchObject({ rows: null, bytes: expect.any(Number) });
  await pool.query(`CREATE TABLE clicks_2026_01 PARTITION OF clicks FOR VALUES FROM ('2026-01-01Z') TO ('2026-02-01Z');
    INSERT INTO clicks (at, "unique") SELECT '2026-01-02Z', false FROM generate_series(1, 1000);
    INSERT INTO frame_permissions (key, secure, checked_at) SELECT int4send(n), true, now() FROM generate_series(1, 500) AS n;
    ANALYZE`);
  const figures = new Map((await growthFigures()).map((figure) => [figure.name, figure]));
  expect(figures.get("single clicks")?.rows).toBe(1_000);
  expect(figures.get("single clicks")?.bytes).toBeGreaterThan(1_000 * 50);
  expect(figures.get("frame permissions of destinations")?.rows).toBe(500);
  expect([...figures.keys()]).toEqual(things.map(({ name }) => name));
  await pool.query("UPDATE users SET leaves_at = now()");
  const leaving = (await growthFigures()).find(({ name }) => name === "accounts to be deleted");
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM users");
  expect(leaving).toMatchObject({ rows: rows[0].count });
  await pool.query("UPDATE users SET leaves_at = null");
});

it("keeps messages for MESSAGE_RETENTION_DAYS", async () => {
  const { user } = await createUser({ username: "ann", email: "ann@example.com", password: "a password of the tests" });
  await pool.query(
    `INSERT INTO sms_messages (user_id, "from", "to", message, created_at)
     SELECT $1, '+15005550006', '+15005550010', age::text, now() - make_interval(days => age) FROM unnest(ARRAY[1, 89, 91, 731]) AS age`,
    [user.id],
  );
  const left = async () =>
    (await pool.query("SELECT message FROM sms_messages ORDER BY id")).rows.map(({ message }) => message);
  expect([await sweepMessages(), await left()]).toEqual([1, ["1", "89", "91"]]);
  env.MESSAGE_RETENTION_DAYS = 90;
  expect([await sweepMessages(), await left()]).toEqual([1, ["1", "89"]]);
});
