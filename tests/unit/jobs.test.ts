import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
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
