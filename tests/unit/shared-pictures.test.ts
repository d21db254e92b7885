import { setMaxListeners } from "node:events";
import { expect, it } from "vitest";
import { SharedPictures } from "@/lib/drawing/shared-pictures";

const forever = new AbortController().signal;
setMaxListeners(100, forever);

/** Pictures that are drawn when `finish` is called. */
function drawings(maxBytes = 1000) {
  const pictures = new SharedPictures(maxBytes);
  const begun: { signal: AbortSignal; finish(bytes?: number): void }[] = [];
  const find = (key: string, signal = forever) =>
    pictures.find(
      key,
      (given) =>
        new Promise((resolve, reject) => {
          given.addEventListener("abort", () => reject(given.reason));
          begun.push({ signal: given, finish: (bytes = 1) => resolve(new Uint8Array(bytes)) });
        }),
      signal,
    );
  return { find, begun };
}

it("draws an image once for many requests, and caches it", async () => {
  const { find, begun } = drawings();
  const finds = Array.from({ length: 50 }, () => find("one"));
  expect(begun).toHaveLength(1);
  begun[0]?.finish(9);
  expect((await Promise.all(finds)).map(({ length }) => length)).toEqual(Array(50).fill(9));
  expect((await find("one")).length).toBe(9);
  expect(begun).toHaveLength(1);
});

it("stops when the last client has left, and starts again for the next", async () => {
  const { find, begun } = drawings();
  const [first, second] = [new AbortController(), new AbortController()];
  const [one, two] = [find("one", first.signal), find("one", second.signal)];
  first.abort();
  expect(begun[0]?.signal.aborted).toBe(false);
  second.abort();
  expect(begun[0]?.signal.aborted).toBe(true);
  const next = find("one");
  expect(begun).toHaveLength(2);
  await expect(Promise.all([one, two])).rejects.toMatchObject({ name: "AbortError" });
  begun[1]?.finish();
  expect((await next).length).toBe(1);
  await expect(find("one", first.signal)).resolves.toBeDefined();
});

it("keeps a limited number of bytes", async () => {
  const { find, begun } = drawings(10);
  for (const key of ["one", "two", "three"]) {
    const found = find(key);
    begun.at(-1)?.finish(4);
    await found;
  }
  find("three");
  find("two");
  expect(begun).toHaveLength(3);
  find("one");
  expect(begun).toHaveLength(4);
});

it("does not cache a failure", async () => {
  const pictures = new SharedPictures(10);
  await expect(pictures.find("one", () => Promise.reject(new Error("broken")), forever)).rejects.toThrow("broken");
  expect((await pictures.find("one", async () => new Uint8Array(3), forever)).length).toBe(3);
});
