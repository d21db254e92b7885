import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { runSweep } = await import("../support/sweep");
const { sweeps } = await import("@/server/sweeps");
const { answerOnce } = await import("@/lib/http/idempotency");
const { findActor } = await import("@/lib/auth/actor");
const { createUser } = await import("@/lib/resources/users/service");
const { seed } = await import("@/prisma/seed");
await seed();

let actor: Actor;
let runs: number;

beforeEach(async () => {
  const name = `person-${crypto.randomUUID().slice(0, 8)}`;
  const { user } = await createUser({ username: name, email: `${name}@example.com`, password: "quiet river stone" });
  actor = await findActor(user.id);
  runs = 0;
});

const ask = (key: string, request: unknown = "the same") =>
  answerOnce({ actor, key, request }, async () => ({ run: ++runs }));

const age = (key: string, interval: string) =>
  pool.query("UPDATE idempotency_keys SET created_at = created_at - $2::interval WHERE key = $1 AND user_id = $3", [
    key,
    interval,
    actor.userId,
  ]);

async function kept(): Promise<{ key: string; isFresh: boolean }[]> {
  const { rows } = await pool.query(
    `SELECT key, created_at > now() - interval '1 minute' AS "isFresh" FROM idempotency_keys WHERE user_id = $1 ORDER BY key`,
    [actor.userId],
  );
  return rows;
}

it("releases a key after 24 hours for any request", async () => {
  await ask("order");
  await age("order", "23 hours 59 minutes");
  expect(await ask("order")).toEqual({ run: 1 });
  await expect(ask("order", "another")).rejects.toMatchObject({ code: "idempotency_key_reused" });
  await age("order", "1 minute");
  expect(await ask("order", "another")).toEqual({ run: 2 });
  expect(await ask("order", "another")).toEqual({ run: 2 });
  expect(await kept()).toEqual([{ key: "order", isFresh: true }]);
});

it("deletes only keys older than 24 hours, in an hourly task", async () => {
  for (const key of ["old", "younger", "fresh"]) await ask(key);
  await age("old", "25 hours");
  await age("younger", "23 hours");
  const sweep = sweeps.find(({ name }) => name.includes("idempotency"));
  expect(sweep?.everyMinutes).toBe(60);
  if (sweep) await runSweep(sweep, true);
  expect((await kept()).map(({ key }) => key)).toEqual(["fresh", "younger"]);
});

it("waits for the claim of another process, and takes over one that is five minutes old", async () => {
  await ask("claimed");
  const store = (result: unknown) =>
    pool.query("UPDATE idempotency_keys SET result = $1 WHERE key = 'claimed' AND user_id = $2", [
      result && JSON.stringify(result),
      actor.userId,
    ]);
  await store(null);
  await age("claimed", "4 minutes");
  const answer = ask("claimed");
  await sleep(300);
  await store({ run: "of the other process" });
  expect(await answer).toEqual({ run: "of the other process" });
  expect(runs).toBe(1);
  await store(null);
  await age("claimed", "2 minutes");
  expect(await ask("claimed")).toEqual({ run: 2 });
});
