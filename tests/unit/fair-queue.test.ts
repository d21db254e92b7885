import { expect, it } from "vitest";
import { FairQueue, type Requester } from "@/lib/platform/limits/fair-queue";

const ada: Requester = { userId: 1 };
const visitor = (n: number): Requester => ({ address: `192.0.2.${n}` });

/** One thread, which is busy until `free`. Accepted work records its name when it is done. */
function busyTurns(limits = { all: 4, each: 2 }) {
  const turns = new FairQueue(1, limits);
  const done: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const running = [turns.take(visitor(0), () => gate)];
  const take = (name: string, requester: Requester, signal?: AbortSignal) => {
    const taken = turns.take(requester, async () => void done.push(name), signal);
    running.push(taken);
    taken.catch(() => undefined);
    return taken;
  };
  const free = async () => {
    open();
    await Promise.allSettled(running);
  };
  return { turns, take, done, free };
}

const busy = { kind: "unavailable", message: expect.stringMatching(/^Too many images .*\.$/) };

it("lets new requests wait, and serves those with an account first", async () => {
  const { take, done, free } = busyTurns();
  take("one", visitor(1));
  take("two", visitor(2));
  take("ada", ada);
  await free();
  expect(done).toEqual(["ada", "one", "two"]);
});

it("rejects only requests that find the queue full", async () => {
  const { turns, take, done, free } = busyTurns();
  for (let n = 1; n <= 4; n++) take(`${n}`, visitor(n));
  await expect(take("late", visitor(5))).rejects.toMatchObject(busy);
  take("ada", ada);
  expect(turns.waiting).toBe(5);
  await free();
  expect(done).toEqual(["ada", "1", "2", "3", "4"]);
  expect(turns.waiting).toBe(0);
  await turns.take(visitor(5), async () => void done.push("later"));
  expect(done.at(-1)).toBe("later");
});

it("rejects a client that fills it alone", async () => {
  const { take, done, free } = busyTurns();
  take("1", visitor(1));
  take("1 again", visitor(1));
  await expect(take("1 once more", visitor(1))).rejects.toMatchObject(busy);
  take("2", visitor(2));
  await free();
  expect(done).toEqual(["1", "1 again", "2"]);
});

it("removes clients that have left at once", async () => {
  const { turns, take, done, free } = busyTurns();
  const leaving = new AbortController();
  const left = take("left", visitor(1), leaving.signal);
  take("stays", visitor(2));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: "AbortError" });
  expect(turns.waiting).toBe(1);
  await expect(take("was gone before", visitor(3), leaving.signal)).rejects.toMatchObject({ name: "AbortError" });
  await free();
  expect(done).toEqual(["stays"]);
});

it("continues after work that failed", async () => {
  const turns = new FairQueue(1, { all: 4, each: 2 });
  await expect(turns.take(ada, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await turns.take(ada, async () => "whole")).toBe("whole");
});
