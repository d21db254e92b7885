import { expect, test, vi } from "vitest";
import { PageGate } from "@/lib/http/page-gate";

const never = new AbortController().signal;
const enter = (gate: PageGate, network = "192.0.2.1", signedIn = true, signal = never) =>
  gate.enter(network, signedIn, signal);
/** A request that waits for its turn is rejected only after seconds. */
const atOnce = (entered: ReturnType<typeof enter>) =>
  Promise.race([entered, new Promise((resolve) => setImmediate(resolve, "waits"))]);

test("runs a few at a time, and the others in order", async () => {
  const gate = new PageGate(2);
  const order: number[] = [];
  const releases = [await enter(gate, "192.0.2.1"), await enter(gate, "192.0.2.2")];
  const waiting = [1, 2, 3].map((number) =>
    enter(gate, `198.51.100.${number}`).then((release) => {
      order.push(number);
      return release;
    }),
  );
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  releases[0]?.();
  // Releasing a place twice makes room for one request only.
  releases[0]?.();
  await waiting[0];
  expect(order).toEqual([1]);
  (await waiting[0])?.();
  releases[1]?.();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test("rejects if too many wait, and frees the places of clients that left", async () => {
  const gate = new PageGate(1);
  const first = await enter(gate);
  const gone = new AbortController();
  const leaving = enter(gate, "192.0.2.2", true, gone.signal);
  const others = Array.from({ length: 63 }, (_, n) => enter(gate, `198.51.100.${n}`));
  expect(await atOnce(enter(gate, "192.0.2.3"))).toBeNull();
  gone.abort();
  expect(await atOnce(leaving)).toBeNull();
  const last = enter(gate, "192.0.2.3");
  first?.();
  for (const other of others) (await other)?.();
  expect(await last).not.toBeNull();
});

test("gives a network a part of the places, and fewer without a session", async () => {
  const gate = new PageGate(4);
  const known = Array.from({ length: 60 }, () => enter(gate, "192.0.2.1", true));
  const unknown = Array.from({ length: 48 }, () => enter(new PageGate(100), "192.0.2.1", false));
  expect((await Promise.all(unknown)).every(Boolean)).toBe(true);
  const crowded = new PageGate(100);
  for (let n = 0; n < 48; n++) await enter(crowded, "192.0.2.1", false);
  expect(await atOnce(enter(crowded, "192.0.2.1", false))).toBeNull();
  expect(await enter(crowded, "192.0.2.2", false)).not.toBeNull();
  expect(await enter(crowded, "192.0.2.1", true)).not.toBeNull();
  for (const one of known) (await one)?.();
});

test("leaves places to others while one network's requests take long", async () => {
  const gate = new PageGate(4);
  const slow = Array.from({ length: 5 }, () => enter(gate, "192.0.2.1"));
  const releases = await Promise.all(slow.slice(0, 3));
  expect([gate.running, gate.waiting]).toEqual([3, 2]);
  const other = await enter(gate, "192.0.2.2");
  expect(other).not.toBeNull();
  expect(gate.running).toBe(4);
  other?.();
  expect(gate.waiting).toBe(2);
  releases[0]?.();
  (await slow[3])?.();
  (await slow[4])?.();
});

test("counts all requests of a network that are not answered yet, also after some were", async () => {
  const gate = new PageGate(100);
  const ask = () => atOnce(enter(gate, "192.0.2.1", false));
  const releases = await Promise.all(Array.from({ length: 48 }, () => enter(gate, "192.0.2.1", false)));
  expect(await ask()).toBeNull();
  releases[0]?.();
  releases[1]?.();
  expect([typeof (await ask()), typeof (await ask())]).toEqual(["function", "function"]);
  expect(await ask()).toBeNull();
  for (const release of releases) release?.();
  const again = await Promise.all(Array.from({ length: 46 }, ask));
  expect(again.every((release) => typeof release === "function")).toBe(true);
  expect(await ask()).toBeNull();
});

test("gives up after ten seconds, and a client that gave up no longer counts", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const gate = new PageGate(1);
    const first = await enter(gate);
    const late = enter(gate, "192.0.2.2");
    vi.advanceTimersByTime(9_999);
    expect(gate.waiting).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await late).toBeNull();
    expect(gate.waiting).toBe(0);
    first?.();
    expect(gate.running).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("requests that were given up make room for others of their network", async () => {
  const gate = new PageGate(1);
  await enter(gate, "192.0.2.2");
  const ask = (signal: AbortSignal) => atOnce(enter(gate, "192.0.2.1", false, signal));
  for (let round = 0; round < 2; round++) {
    const gone = new AbortController();
    const answers = await Promise.all(Array.from({ length: 49 }, () => ask(gone.signal)));
    expect(answers).toEqual([...Array(48).fill("waits"), null]);
    gone.abort();
  }
  expect(gate.waiting).toBe(0);
});
