import { expect, test } from "vitest";
import { DrainThrottle, readTimes, type Times } from "@/lib/clicks/drain-throttle";

const MS = 1e6;
const LIMIT = 1_000;

/** What a thread that answers visitors did in a while of so many ms, and how much of it the drain ran itself. */
interface While {
  ms: number;
  ran: number;
  waited: number;
  own?: number;
}

const overloaded: While = { ms: 10, ran: 7, waited: 3, own: 2 };
const stillBusy: While = { ms: 6, ran: 6, waited: 0 };
const calm: While = { ms: 6, ran: 1, waited: 0 };

/** A drain beside a web thread that does this, one after the other, and how often it looked before it went on. */
async function looks(course: While[], { backlog = 0, hurries = false } = {}): Promise<number> {
  const thread = { ran: 0, waited: 0 };
  const times: Times = { now: 0, own: 0, web: new Map([["idle", { ran: 0, waited: 0 }]]) };
  let read = -1;
  const visitorsFirst = new DrainThrottle(LIMIT, () => {
    const next = course[read++];
    if (next) {
      times.now += next.ms * MS;
      times.own += (next.own ?? 0) * MS;
      thread.ran += next.ran * MS;
      thread.waited += next.waited * MS;
    }
    return { ...times, web: new Map([...times.web, ["web", { ...thread }]]) };
  });
  await visitorsFirst.rest(0, () => false);
  await visitorsFirst.rest(backlog, () => hurries);
  return read;
}

test("rests nine times as long as it ran while a busy thread waits for a processor", async () => {
  expect(await looks([overloaded, stillBusy, stillBusy, stillBusy, stillBusy])).toBe(4);
});

test("says that it gives way until a piece of work was in nobody's way", async () => {
  const states = [overloaded, ...Array(4).fill(stillBusy), calm];
  const thread = { ran: 0, waited: 0 };
  const times: Times = { now: 0, own: 0, web: new Map() };
  const visitorsFirst = new DrainThrottle(LIMIT, () => {
    const next = states.shift() ?? calm;
    times.now += next.ms * MS;
    times.own += (next.own ?? 0) * MS;
    thread.ran += next.ran * MS;
    thread.waited += next.waited * MS;
    return { ...times, web: new Map([["web", { ...thread }]]) };
  });
  const said: boolean[] = [];
  states.unshift(calm);
  for (let piece = 0; piece < 3; piece++) {
    await visitorsFirst.rest(0, () => false);
    said.push(visitorsFirst.givesWay);
  }
  expect(said).toEqual([false, true, false]);
});

test("goes on as soon as visitors are fewer", async () => {
  expect(await looks([overloaded, stillBusy, calm, stillBusy, stillBusy])).toBe(3);
});

test.each<[string, While]>([
  ["nobody waits", { ms: 10, ran: 10, waited: 0, own: 2 }],
  ["the thread that waits has little to do", { ms: 10, ran: 2, waited: 2, own: 2 }],
  ["the drain has not run", { ms: 10, ran: 7, waited: 3, own: 0 }],
])("does not rest when %s", async (_, course) => {
  expect(await looks([course])).toBe(1);
});

test("does not rest when too much waits in the journals, or when it is told to hurry", async () => {
  expect(await looks([overloaded], { backlog: LIMIT - 1 })).toBeGreaterThan(1);
  expect(await looks([overloaded], { backlog: LIMIT })).toBe(1);
  expect(await looks([overloaded], { hurries: true })).toBe(1);
});

test("never rests where the system does not tell", async () => {
  const visitorsFirst = new DrainThrottle(LIMIT, () => undefined);
  for (let time = 0; time < 3; time++) await visitorsFirst.rest(0, () => false);
});

test.runIf(process.platform === "linux")("reads what this thread and the main thread have run", async () => {
  const before = readTimes();
  while (process.hrtime.bigint() < BigInt(before?.now ?? 0) + 20_000_000n);
  const after = readTimes();
  expect(after?.own).toBeGreaterThan(before?.own ?? Number.NaN);
  expect(after?.web.get(`${process.pid}`)?.ran).toBeGreaterThan(0);
});
