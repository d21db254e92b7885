import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { READER, statement } = await import("@/lib/platform/database/statement");
const { pool } = await import("@/lib/platform/database/pool");

const numbers = Array.from({ length: 200 }, (_, index) => index);
const echo = (number: number) =>
  statement<{ number: number; pid: number }>("SELECT $1::int AS number, pg_backend_pid() AS pid", [number], {
    quick: true,
  });

test("many readers share a few connections, and each gets its own rows", async () => {
  const answers = await Promise.all(numbers.map(echo));
  expect(answers.map(([row]) => row?.number)).toEqual(numbers);
  // Four, and four more when answers take longer than 20 ms, as they do on a busy machine.
  expect(new Set(answers.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(8);
});

test("readers have a name that other connections do not have", async () => {
  const read = (await Promise.all(numbers.map(echo))).map(([row]) => row?.pid);
  const { rows } = await pool.query<{ pid: number; own: boolean }>(
    "SELECT pid, pid = pg_backend_pid() AS own FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [READER],
  );
  expect(rows.map(({ pid }) => pid)).toEqual(expect.arrayContaining([...new Set(read)]));
  expect(rows.some(({ own }) => own)).toBe(false);
});

test("a failing statement does not affect others, and stays prepared", async () => {
  const divided = (by: number) => statement<{ result: number }>("SELECT 12 / $1::int AS result", [by], { quick: true });
  for (let time = 0; time < 2; time++) {
    const answers = await Promise.allSettled(numbers.map((number) => divided(number % 2)));
    for (const [number, answer] of answers.entries()) {
      if (number % 2 === 0) expect(answer).toMatchObject({ status: "rejected", reason: { code: "22012" } });
      else expect(answer).toEqual({ status: "fulfilled", value: [{ result: 12 }] });
    }
  }
});

test("quick reads do not wait for slow ones", async () => {
  let ended = 0;
  const slow = numbers
    .slice(0, 4)
    .map(() => statement("SELECT pg_sleep(3)", [], { quick: true }).finally(() => ended++));
  await sleep(100);
  expect(await echo(7)).toMatchObject([{ number: 7 }]);
  expect(ended).toBe(0);
  await Promise.all(slow);
});

test("a broken connection fails only what runs on it, and is replaced", async () => {
  const waiting = numbers.slice(0, 8).map(() => statement("SELECT pg_sleep(2)", [], { quick: true }));
  const failed = Promise.allSettled(waiting);
  const active =
    "FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep(2)' AND state = 'active'";
  await expect.poll(async () => (await pool.query(`SELECT ${active}`)).rowCount).toBe(4);
  await pool.query(`SELECT pg_terminate_backend(pid) ${active}`);
  expect((await failed).map(({ status }) => status)).toEqual(waiting.map(() => "rejected"));
  expect(await echo(7)).toMatchObject([{ number: 7 }]);
});

test("a statement is planned once, for any values", async () => {
  const sums = numbers.map((number) => statement("SELECT $1::int + 1 AS sum", [number], { quick: true }));
  await Promise.all(sums);
  const plans = numbers.map(() =>
    statement<{ planned: number }>(
      "SELECT custom_plans::int AS planned FROM pg_prepared_statements WHERE statement = 'SELECT $1::int + 1 AS sum'",
      [],
      { quick: true },
    ),
  );
  const planned = (await Promise.all(plans)).flat();
  expect(planned.length).toBeGreaterThan(0);
  expect(planned.every((row) => row.planned === 0)).toBe(true);
});
