import { expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { toRefusal: refusalOf } = await import("@/lib/http/envelope");
const { counts } = await import("@/lib/platform/log/counts");
const { db } = await import("@/lib/platform/database/db");
const { log } = await import("@/lib/platform/log/log");
const { CONNECTION_WAIT_MS } = await import("@/lib/platform/database/outage");
const { pool } = await import("@/lib/platform/database/pool");
vi.spyOn(log, "warn").mockImplementation(() => {});

const refused = async (work: Promise<unknown>) => {
  const { status, body } = refusalOf(await work.catch((error: unknown) => error), "1");
  return [status, body.code];
};

it("a lock that is not free in time is no outage, with Prisma and without it", async () => {
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM plans FOR UPDATE");
  const wait = "SELECT FROM plans FOR UPDATE";
  const limited = "SET LOCAL lock_timeout = 10";
  const plain = await pool.connect();
  await plain.query(`BEGIN; ${limited}`);
  expect(await refused(plain.query(wait))).toEqual([503, "locked_too_long"]);
  await plain.query("ROLLBACK");
  plain.release();
  for (const change of [
    (tx: Pick<typeof db, "$executeRawUnsafe">) => tx.$executeRawUnsafe(wait),
    (tx: Pick<typeof db, "plan">) => tx.plan.updateMany({ data: { name: "Other" } }),
  ]) {
    const work = db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(limited);
      await change(tx);
    });
    expect(await refused(work)).toEqual([503, "locked_too_long"]);
  }
  await holder.query("ROLLBACK");
  holder.release();
});

it("every connection gives up a lock before it counts as lost", async () => {
  const { rows } = await pool.query<{ ms: number }>(
    "SELECT setting::int AS ms FROM pg_settings WHERE name = 'lock_timeout'",
  );
  expect(rows[0]?.ms).toBeGreaterThan(0);
  expect(rows[0]?.ms).toBeLessThan(Number((pool.options as { query_timeout?: number }).query_timeout));
});

it("a transaction that takes too long is no outage", async () => {
  const work = db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT pg_sleep(0.3)::text`;
      await tx.$queryRaw`SELECT 1`;
    },
    { timeout: 50 },
  );
  expect(await refused(work)).toEqual([503, "took_too_long"]);
});

it("waiting for a connection is an outage only if the database has answered nobody meanwhile", async () => {
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const { connectionTimeoutMillis } = pool.options;
  pool.options.connectionTimeoutMillis = 100;
  try {
    await all[0]?.query("SELECT 1");
    const waits = [() => pool.query("SELECT 1"), () => db.plan.count(), () => db.$transaction([db.plan.count()])];
    for (const wait of waits) expect(await refused(wait())).toEqual([503, "too_busy"]);
    counts().statements.answeredAt = performance.now() - CONNECTION_WAIT_MS;
    expect(await refused(pool.query("SELECT 1"))).toEqual([503, "database_unreachable"]);
  } finally {
    for (const client of all) client.release();
    pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
  }
});
