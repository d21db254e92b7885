import { expect, it } from "vitest";
import { type Counted, CountsToStore } from "@/lib/resources/overlays/counts-to-store";

/** What was stored, and how to let the store go on, or fail. */
function slowStore() {
  const stored: [number, Counted][][] = [];
  const held: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const counts = new CountsToStore((counted) => {
    stored.push([...counted]);
    return new Promise((resolve, reject) => held.push({ resolve, reject }));
  });
  const settle = async (error?: Error) => {
    const next = held.shift();
    if (error) next?.reject(error);
    else next?.resolve();
    await new Promise(setImmediate);
  };
  return { counts, stored, settle };
}

const seen = (impressions: number, responses = 0): Counted => ({ impressions, responses });

it("adds up what comes while something is stored, and stores that as one", async () => {
  const { counts, stored, settle } = slowStore();
  const first = counts.add(1, "impressions");
  const others = [1, 1, 2].map((id) => counts.add(id, "impressions"));
  const used = counts.add(1, "responses");
  expect(stored).toEqual([[[1, seen(1)]]]);
  await settle();
  expect(stored[1]).toEqual([
    [1, seen(2, 1)],
    [2, seen(1)],
  ]);
  await settle();
  await Promise.all([first, ...others, used]);
  expect(stored).toHaveLength(2);
});

it("keeps what could not be stored until something more is counted", async () => {
  const { counts, stored, settle } = slowStore();
  const first = counts.add(1, "impressions");
  void counts.add(1, "impressions");
  await settle(new Error("The database is away."));
  await first;
  expect(stored).toHaveLength(1);
  const next = counts.add(1, "responses");
  expect(stored[1]).toEqual([[1, seen(2, 1)]]);
  await settle();
  await next;
  const last = counts.add(1, "impressions");
  expect(stored[2]).toEqual([[1, seen(1)]]);
  await settle();
  await last;
});
