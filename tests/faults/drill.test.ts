import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runningPostgres } from "@/lib/platform/running-postgres";
import type { DrillReport } from "@/server/drill/report";
import { seed } from "../support/seeded";
import { temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Its folder is made in ours. */
function startDrill(...flags: string[]) {
  const args = [".build/signpost.js", "drill", "--seed", `${seed}`, ...flags];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder, DATA_DIR: join(folder, "untouched") };
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  if (!child.stdout || !child.stderr) throw new Error("The drill has no output.");
  const said: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (line: string) => said.push(line));
  const ended = Promise.all([once(child, "exit"), text(child.stdout)]).then(([[code], out]) => ({ code, out }));
  return { child, ended, said: () => said.join("") };
}

const step = (drill: ReturnType<typeof startDrill>, name: string) =>
  eventually(() => expect(drill.said()).toContain(`${name}\n`), 120_000);

const dataDir = () =>
  join(folder, readdirSync(folder).find((name) => name.startsWith("signpost-drill-")) ?? "", "data");

test("a drill loses nothing that was acknowledged, and leaves nothing behind", async () => {
  const drill = startDrill("--visits", "300", "--json");
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

test("a drill says that a click was lost, and ends with 1", async () => {
  const drill = startDrill("--visits", "100");
  await step(drill, "nothing breaks");
  const client = new pg.Client({ connectionString: runningPostgres(dataDir()) });
  await client.connect();
  await client.query(`create sequence dropped;
    create function drop_one() returns trigger language plpgsql as
      $$ begin if nextval('dropped') = 1 then return null; end if; return new; end $$;
    create trigger drop_one before insert on clicks for each row execute function drop_one()`);
  await client.end();
  const { code, out } = await drill.ended;
  expect(out).toContain("LOST 1, DOUBLED 0.");
  expect(code).toBe(1);
});

test.each(["SIGINT", "SIGKILL"] as const)("a drill that is ended by %s takes all of it along", async (signal) => {
  const drill = startDrill();
  await step(drill, "nothing breaks");
  const postgres = Number.parseInt(readFileSync(join(dataDir(), "postgres/postmaster.pid"), "utf8"), 10);
  drill.child.kill(signal);
  const { code } = await drill.ended;
  expect(code).toBe(signal === "SIGINT" ? 1 : null);
  if (signal === "SIGINT") expect(drill.said()).toContain("drill: It was interrupted.");
  await eventually(() => expect(readdirSync(folder)).toEqual([]));
  expect(() => process.kill(postgres, 0)).toThrow("ESRCH");
});

test.each([
  [["--visits", "1"], "--visits takes a whole number from 100 to 20000."],
  [["--seed", "x"], "--seed takes a whole number from 0 to 2147483647."],
])("a drill refuses %j", async (flags, sentence) => {
  const child = spawn(process.execPath, [".build/signpost.js", "drill", ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [[code], said] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  expect([code, said.trim()]).toEqual([1, `drill: ${sentence}`]);
});
