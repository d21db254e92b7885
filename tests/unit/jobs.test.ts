import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { JOBS_SCHEMA } = await import("@/lib/platform/jobs/job-figures");
const { startJobs } = await import("@/lib/platform/jobs/jobs");

const add = (queue: string, key: number) => pool.query("SELECT add_job($1, $2)", [queue, key]);

it.each(["succeed", "fail"])("runs waiting jobs directly one after the other if they %s", async (outcome) => {
  /** When each job ran first, by its number. */
  const ran = new Map<number, number>();
  let runs = 0;
  const jobs = startJobs([
    {
      name: outcome,
      atOnce: 2,
      catchUp: () => Promise.all(Array.from({ length: 60 }, (_, n) => add(outcome, n))),
      run: async (n) => {
        runs++;
        ran.set(n, ran.get(n) ?? Date.now());
        if (outcome === "fail") throw new Error("It is tried again later.");
        return undefined;
      },
    },
  ]);
  await eventually(() => expect(ran.size).toBe(60), 60_000);
  await jobs.stop();
  // Workers that look only once a second would need 30 seconds.
  expect(Math.max(...ran.values()) - Math.min(...ran.values())).toBeLessThan(10_000);
  if (outcome === "succeed") expect(runs, "each job runs once").toBe(60);
});

it("does the work of all due jobs with a key in one run, and of a planned one when it is due", async () => {
  const request = (at: string) => pool.query("SELECT add_job('together', 1, now() + $1::interval)", [at]);
  let runs = 0;
  const jobs = startJobs([
    {
      name: "together",
      atOnce: 1,
      catchUp: () => Promise.all(["-4 s", "-3 s", "-2 s", "-1 s", "6 s"].map(request)),
      run: async () => {
        runs++;
      },
    },
  ]);
  await eventually(() => expect(runs).toBe(1), 30_000);
  await eventually(() => expect(runs).toBe(2), 30_000);
  const left = await pool.query(`SELECT FROM ${JOBS_SCHEMA}.job WHERE name = 'together' AND state < 'completed'`);
  await jobs.stop();
  expect([runs, left.rowCount]).toEqual([2, 0]);
});
