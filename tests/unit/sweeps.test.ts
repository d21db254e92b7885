import { randomBytes } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { eventually } from "../support/wait";

const { dataDir } = await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { SweepConnection, runSweep: runWith } = await import("@/lib/platform/jobs/sweep");
const { runSweep } = await import("../support/sweep");
const { sweepOutbox } = await import("@/lib/platform/mail/mail");
const { startSweeps, sweeps } = await import("@/server/sweeps");
const { db } = await import("@/lib/platform/database/db");
const { createUser } = await import("@/lib/resources/users/service");

beforeEach(() => pool.query("DELETE FROM sweeps"));

describe("a regular task", () => {
  let runs = 0;
  const sweep = { name: "count", everyMinutes: 60, run: async () => void runs++ };
  beforeEach(() => {
    runs = 0;
  });

  it("runs once per interval in any process, and at once on request", async () => {
    expect([await runSweep(sweep), await runSweep(sweep), await runSweep(sweep, true)]).toEqual([true, false, true]);
    await pool.query("UPDATE sweeps SET due_at = due_at - interval '1 hour'");
    expect([await runSweep(sweep), await runSweep(sweep)]).toEqual([true, false]);
    expect(runs).toBe(3);
  });

  it("runs in only one process at a time", async () => {
    let done = () => {};
    const long = new Promise<void>((resolve) => {
      done = resolve;
    });
    let began = () => {};
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const run = () => {
      began();
      return long;
    };
    const first = runSweep({ ...sweep, run });
    await begun;
    expect(await runSweep(sweep, true)).toBe(false);
    done();
    expect([await first, await runSweep(sweep, true), runs]).toEqual([true, true, 1]);
  });

  it("that fails does not prevent the next run", async () => {
    await expect(runSweep({ ...sweep, run: () => Promise.reject(new Error("no")) })).rejects.toThrow("no");
    expect(await runSweep(sweep, true)).toBe(true);
  });

  it("shares a connection with the next one, which gets a new one if it was lost, and keeps no lock", async () => {
    const connection = new SweepConnection();
    const backend = async () => (await connection.query("SELECT pg_backend_pid() AS pid", [])).rows[0].pid;
    const fails = { ...sweep, name: "fails", run: () => Promise.reject(new Error("no")) };
    expect(await runWith(sweep, true, connection)).toBe(true);
    const first = await backend();
    await expect(runWith(fails, true, connection)).rejects.toThrow("no");
    expect(await runWith({ ...sweep, name: "another" }, true, connection)).toBe(true);
    expect(await backend()).toBe(first);
    for (const name of ["count", "fails", "another"]) expect(await runSweep({ ...sweep, name }, true)).toBe(true);
    const loses = { ...sweep, run: () => pool.query("SELECT pg_terminate_backend($1)", [first]) };
    expect(await runWith(loses, true, connection)).toBe(true);
    expect(await runWith(sweep, true, connection)).toBe(true);
    expect(await backend()).not.toBe(first);
    await connection.end();
    expect(await runSweep(sweep, true)).toBe(true);
  });
});

it("has a unique name", () => {
  expect(new Set(sweeps.map(({ name }) => name)).size).toBe(sweeps.length);
});

it("deletes what is old, and nothing else", async () => {
  const { user } = await createUser({ username: "ann", email: "ann@example.com", password: "a password of the tests" });
  const [domain] = await db.domain.findMany();
  const names = {
    userId: user.id,
    domainId: domain?.id ?? 0,
    alias: "a",
    aliasFolded: "a",
    destination: "https://a.example",
  };
  const { id: linkId } = await db.link.create({ data: names });
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [0.5, 2])
    await db.idempotencyKey.create({
      data: { userId: user.id, key: `${days}`, requestHash: randomBytes(32), createdAt: ago(days) },
    });
  for (const days of [29, 31])
    await db.framing.create({ data: { key: randomBytes(32), secure: true, checkedAt: ago(days) } });
  for (const decidedAt of [null, ago(300), ago(400)])
    await db.report.create({ data: { linkId, reason: "spam", message: "", decidedAt, createdAt: ago(500) } });
  for (const days of [0, 500]) await db.clickUsage.create({ data: { userId: user.id, month: ago(days), clicks: 1 } });
  for (const sweep of sweeps) await runSweep(sweep, true);
  const kept = [db.idempotencyKey.count(), db.framing.count(), db.report.count(), db.clickUsage.count()];
  expect(await Promise.all(kept)).toEqual([1, 1, 2, 1]);
});

it("the outbox keeps a month's mails", async () => {
  const folder = join(dataDir, "outbox");
  await mkdir(folder, { recursive: true });
  const day = 86_400_000;
  for (const age of [1, 29, 31, 400]) {
    const at = new Date(Date.now() - age * day);
    const path = join(folder, `${at.toISOString().replaceAll(":", "-")}-1.eml`);
    await writeFile(path, "");
    await utimes(path, at, at);
  }
  await writeFile(join(folder, "notes.txt"), "not ours");
  expect(await sweepOutbox()).toBe(2);
  expect(await readdir(folder)).toHaveLength(3);
  expect(await sweepOutbox()).toBe(0);
});

it("runs at each start, but weekly tasks only if they are due", async () => {
  const hoursTo = async (name: string) => {
    const { rows } = await pool.query<{ hours: number }>(
      "SELECT extract(epoch FROM due_at - now())::float8 / 3600 AS hours FROM sweeps WHERE name = $1",
      [name],
    );
    return rows[0]?.hours;
  };
  const started = async (due: string) => {
    await pool.query(
      `INSERT INTO sweeps (name, due_at) VALUES ('values of clicks', ${due}), ('domains', now() + interval '50 hours')
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
    );
    const running = startSweeps();
    try {
      // The last of the hourly tasks.
      await eventually(async () => expect(await hoursTo("domains")).toBeLessThan(1));
    } finally {
      running.stop();
    }
  };
  await started("now() + interval '50 hours'");
  expect(await hoursTo("values of clicks")).toBeLessThan(50);
  await started("now()");
  await eventually(async () => expect(await hoursTo("values of clicks")).toBeGreaterThan(6 * 24));
});
