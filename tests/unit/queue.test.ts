import { expect, it } from "vitest";
import { Queue } from "@/lib/auth/password";

const busy = { kind: "unavailable", message: /Please try again in a few seconds\.$/ };

it("runs a number at once, keeps a short queue in order, and rejects the rest", async () => {
  const queue = new Queue(2, 3);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const add = (n: number) =>
    queue.run(() => {
      begun.push(n);
      return new Promise<number>((done) => ends.push(() => done(n)));
    });
  const five = [0, 1, 2, 3, 4].map(add);
  await expect(add(5)).rejects.toMatchObject({ ...busy, message: expect.stringMatching(busy.message) });
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  expect(await five[0]).toBe(0);
  expect(begun).toEqual([0, 1, 2]);
  const sixth = add(6);
  await expect(add(7)).rejects.toMatchObject({ kind: "unavailable" });
  for (let n = 1; n <= 5; n++) {
    ends[n]?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all([...five, sixth])).toEqual([0, 1, 2, 3, 4, 6]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 6]);
});

it("continues after work that failed", async () => {
  const queue = new Queue(1, 1);
  const failing = queue.run(() => Promise.reject(new Error("failed")));
  const next = queue.run(async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
  expect(await queue.run(async () => "later")).toBe("later");
});
