import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { DrainThrottle, readTimes, type Times } from "@/lib/clicks/drain/drain-throttle";

const MS = 1e6;
const LIMIT = 1_000;

/** What a thread that answers visitors did during `ms` milliseconds, and how much of it was the drain's own work. */
interface While {
  ms: number;
  ran: number;
  waited: number;
  own?: number;
}

const overloaded: While = { ms: 10, ran: 7, waited: 3, own: 2 };
const stillBusy: While = { ms: 6, ran: 6, waited: 0 };
const calm: While = { ms: 6, ran: 1, waited: 0 };

/** A drain next to threads with this activity, one measurement after the other, and the number of measurements. */
function beside(course: While[], who: "web" | "database" = "web") {
  const threads = [
    { ran: 0, waited: 0 },
    { ran: 0, waited: 0 },
  ];
  const times: Times = { now: 0, own: 0, web: new Map(), database: new Map() };
  let looks = 0;
  const throttle = new DrainThrottle(LIMIT, () => {
    const next = looks++ === 0 ? undefined : (course.shift() ?? calm);
    if (next) {
      times.now += next.ms * MS;
      times.own += (next.own ?? 0) * MS;
      // The database works with two processes and has many idle ones.
      const doing = who === "web" ? threads.slice(0, 1) : threads;
      for (const thread of doing) {
        thread.ran += (next.ran / doing.length) * MS;
        thread.waited += (next.waited / doing.length) * MS;
      }
    }
    return { ...times, [who]: new Map(threads.map((thread, index) => [`${index}`, { ...thread }])) };
  });
  return { throttle, looked: () => looks };
}

/** How many measurements a drain makes before it continues. */
async function looks(course: While[], { backlog = 0, hurries = false, who = "web" as "web" | "database" } = {}) {
  const { throttle, looked } = beside(course.slice(), who);
  await throttle.rest(0, () => false);
  await throttle.rest(backlog, () => hurries);
  return looked() - 1;
}

test("rests nine times as long as it ran while a busy thread waits for a processor", async () => {
  expect(await looks([overloaded, stillBusy, stillBusy, stillBusy, stillBusy])).toBe(4);
});

test("rests as long if the database's readers wait, even if each of them has little to do", async () => {
  expect(await looks([overloaded, stillBusy, stillBusy, stillBusy, stillBusy], { who: "database" })).toBe(4);
  expect(await looks([{ ms: 10, ran: 3, waited: 1, own: 2 }], { who: "database" })).toBe(1);
  // Much work, and no more waiting than it takes to wake up.
  expect(await looks([{ ms: 10, ran: 20, waited: 1, own: 2 }], { who: "database" })).toBe(1);
});

test("gives way until a piece of work has disturbed no visitor", async () => {
  const { throttle } = beside([overloaded, ...Array(4).fill(stillBusy), calm]);
  const said: boolean[] = [];
  for (let piece = 0; piece < 3; piece++) {
    await throttle.rest(0, () => false);
    said.push(throttle.givesWay);
  }
  expect(said).toEqual([false, true, false]);
});

test("continues as soon as there are fewer visitors", async () => {
  expect(await looks([overloaded, stillBusy, calm, stillBusy, stillBusy])).toBe(3);
});

test.each<[string, While]>([
  ["nobody waits", { ms: 10, ran: 10, waited: 0, own: 2 }],
  ["the thread that waits has little to do", { ms: 10, ran: 2, waited: 2, own: 2 }],
  ["the drain has not run", { ms: 10, ran: 7, waited: 3, own: 0 }],
])("does not rest if %s", async (_, course) => {
  expect(await looks([course])).toBe(1);
});

test("does not rest if too much waits in the journals, or if it must hurry", async () => {
  expect(await looks([overloaded], { backlog: LIMIT - 1 })).toBeGreaterThan(1);
  expect(await looks([overloaded], { backlog: LIMIT })).toBe(1);
  expect(await looks([overloaded], { hurries: true })).toBe(1);
});

test("never rests if the system has no such figures", async () => {
  const visitorsFirst = new DrainThrottle(LIMIT, () => undefined);
  for (let time = 0; time < 3; time++) await visitorsFirst.rest(0, () => false);
});

test.runIf(process.platform === "linux")("reads how long this thread and the main thread ran", async () => {
  const before = readTimes();
  while (process.hrtime.bigint() < BigInt(before?.now ?? 0) + 20_000_000n);
  const after = readTimes();
  expect(after?.own).toBeGreaterThan(before?.own ?? Number.NaN);
  expect(after?.web.get(`${process.pid}`)?.ran).toBeGreaterThan(0);
  expect(after?.database.size).toBe(0);
});

test.runIf(process.platform === "linux")(
  "reads how long the database's processes ran, without those that have ended",
  () => {
    const ended = spawnSync("true").pid;
    const times = readTimes({ helper: process.pid, readers: [process.ppid, ended] });
    expect(times?.database.get(`${process.ppid}`)?.ran).toBeGreaterThan(0);
    expect([...(times?.database.keys() ?? [])]).toEqual([`${process.ppid}`]);
  },
);
