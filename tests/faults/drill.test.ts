import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runningPostgres } from "@/lib/platform/postgres/running-postgres";
import type { DrillReport } from "@/server/drill/report";
import { startDrill } from "../support/drill";
import { seed } from "../support/seeded";
import { temporaryFolder } from "../support/server";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("a drill loses no answered visit, and leaves nothing behind", { timeout: 600_000 }, async () => {
  const drill = startDrill(folder, "--visits", "300", "--json");
  const { code, out } = await drill.ended;
  console.log(drill.said());
  const report: DrillReport = JSON.parse(out);
  expect(report).toMatchObject({ seed, visits: 300, lost: 0, doubled: 0 });
  expect(code).toBe(0);
  const taken = report.steps.filter(({ skipped }) => skipped === undefined);
  expect(taken.length).toBeGreaterThanOrEqual(report.steps.length - 1);
  for (const { answered, refused, stored, inFlight } of taken) {
    expect(answered).toBeGreaterThanOrEqual(300);
    expect(stored).toBeGreaterThanOrEqual(answered - refused);
    expect(stored).toBeLessThanOrEqual(answered - refused + inFlight);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("a drill reports a lost click, and exits with 1", { timeout: 600_000 }, async () => {
  const drill = startDrill(folder, "--visits", "100");
  await drill.step("nothing breaks");
  const client = new pg.Client({ connectionString: runningPostgres(drill.dataDir()) });
  await client.connect();
  await client.query(`create sequence dropped;
    create function drop_one() returns trigger language plpgsql as
      $$ begin if nextval('dropped') = 1 then return null; end if; return new; end $$;
    create trigger drop_one before insert on clicks for each row execute function drop_one()`);
  await client.end();
  const { code, out } = await drill.ended;
  expect(out).toContain("LOST 1, DOUBLED 0");
  expect(code).toBe(1);
});

test.each([
  [["--visits", "1"], "--visits must be a whole number from 100 to 20000."],
  [["--seed", "x"], "--seed must be a whole number from 0 to 2147483647."],
])("a drill rejects %j", async (flags, sentence) => {
  const child = spawn(process.execPath, [".build/signpost.js", "drill", ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [[code], said] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  expect([code, said.trim()]).toEqual([2, `drill: ${sentence}`]);
});
