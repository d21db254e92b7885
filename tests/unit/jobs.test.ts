import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

await startDatabase();
const { pool } = await import("@/lib/platform/pool");
const { startJobs } = await import("@/lib/platform/jobs");

const add = (queue: string, key: number) =>
  pool.query("SELECT add_job($1, jsonb_build_object('n', $2::int), $2::text, now())", [queue, key]);

it("runs waiting jobs one directly after the other, and each once", async () => {
  const ran: { n: number; at: number }[] = [];
  const jobs = startJobs([
    {
      name: "numbers",
      atOnce: 2,
      catchUp: () => Promise.all(Array.from({ length: 60 }, (_, n) => add("numbers", n))),
      run: async ({ n }: { n: number }) => void ran.push({ n, at: Date.now() }),
    },
  ]);
  await eventually(() => expect(ran).toHaveLength(60), 60_000);
  await jobs.stop();
  expect(new Set(ran.map(({ n }) => n)).size).toBe(60);
  // Workers that look only once a second would need 30 seconds.
  expect((ran.at(-1)?.at ?? 0) - (ran[0]?.at ?? 0)).toBeLessThan(10_000);
});
