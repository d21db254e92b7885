import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { readInput } from "@/lib/contract/body/body";
import { LargeBodies } from "@/lib/contract/body/large-bodies";

const SMALL = 64 * 1024;
const LARGE = SMALL + 1;

/** Keeps the thread busy. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

it("parses large bodies in turn, with a pause of three times as long after each, and small ones at once", async () => {
  const bodies = new LargeBodies();
  const turns: { name: string; begun: number; ended: number }[] = [];
  const parse = (name: string, bytes: number) =>
    bodies.parse(bytes, () => {
      const begun = performance.now();
      work(10);
      turns.push({ name, begun, ended: performance.now() });
      return name;
    });
  const large = ["first", "second", "third"].map((name) => parse(name, LARGE));
  expect(await parse("small", SMALL)).toBe("small");
  expect(await Promise.all(large)).toEqual(["first", "second", "third"]);
  const inTurn = turns.filter(({ name }) => name !== "small");
  expect(inTurn.map(({ name }) => name)).toEqual(["first", "second", "third"]);
  expect(turns.findIndex(({ name }) => name === "small")).toBeLessThan(
    turns.findIndex(({ name }) => name === "second"),
  );
  for (const [index, { begun }] of inTurn.entries()) {
    const before = inTurn[index - 1];
    // A timer of Node may fire up to a millisecond early. A pause takes at most 100 ms.
    if (before) expect(begun - before.ended).toBeGreaterThan(Math.min(100, 3 * (before.ended - before.begun)) - 2);
  }
});

it("goes on after a body that cannot be parsed", async () => {
  const bodies = new LargeBodies();
  const failed = bodies.parse(LARGE, () => {
    throw new SyntaxError("no JSON");
  });
  await expect(failed).rejects.toThrow(SyntaxError);
  expect(await bodies.parse(LARGE, async () => "parsed")).toBe("parsed");
});

it("refuses a large body when 64 wait, until there is room again", async () => {
  const bodies = new LargeBodies();
  let end = () => {};
  const first = bodies.parse(LARGE, () => new Promise<void>((resolve) => (end = resolve)));
  const waiting = Array.from({ length: 63 }, () => bodies.parse(LARGE, () => undefined));
  await expect(bodies.parse(LARGE, () => undefined)).rejects.toMatchObject({ code: "too_busy", kind: "unavailable" });
  expect(await bodies.parse(SMALL, () => "small")).toBe("small");
  await nextTurn();
  end();
  await Promise.all([first, ...waiting]);
  expect(await bodies.parse(LARGE, () => "room")).toBe("room");
});

it("is used for the bodies of requests", async () => {
  const headers = new Headers({ "content-type": "application/json" });
  const read = (length: number) =>
    readInput({ headers, body: [Buffer.from(JSON.stringify({ text: "x".repeat(length) }))] });
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => read(LARGE)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(64);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "too_busy" });
  expect(await read(10)).toEqual({ text: "x".repeat(10) });
});
