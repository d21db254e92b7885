import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BODY_WITHIN_MS, inTime, readBody } from "@/lib/contract/body/body";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body of one byte each `everyMs`. */
async function* slow(bytes: number, everyMs: number, ended: () => void = () => {}) {
  try {
    for (let sent = 0; sent < bytes; sent++) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      yield Uint8Array.of(65 + sent);
    }
  } finally {
    ended();
  }
}

const read = (body: AsyncIterable<Uint8Array>) => readBody({ headers: new Headers(), body });
const settled = <T>(promise: Promise<T>) => promise.catch((error: { code: string }) => error.code);

it("is taken if all of it arrives within a minute, however slowly", async () => {
  const body = settled(read(slow(5, BODY_WITHIN_MS / 6)));
  await vi.advanceTimersByTimeAsync(BODY_WITHIN_MS);
  expect(String(await body)).toBe("ABCDE");
  expect(vi.getTimerCount()).toBe(0);
});

it("is refused after a minute if a byte is missing, and not read on", async () => {
  const ended = vi.fn();
  const body = settled(read(slow(7, BODY_WITHIN_MS / 6, ended)));
  await vi.advanceTimersByTimeAsync(BODY_WITHIN_MS);
  expect(await body).toBe("body_too_slow");
  await vi.advanceTimersByTimeAsync(BODY_WITHIN_MS);
  expect(ended).toHaveBeenCalledOnce();
});

it("is refused if nothing arrives at all", async () => {
  const body = settled(read(slow(1, 24 * BODY_WITHIN_MS)));
  await vi.advanceTimersByTimeAsync(BODY_WITHIN_MS - 1);
  expect(await Promise.race([body, "waiting"])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(await body).toBe("body_too_slow");
});

it("ends its source if its reader stops early", async () => {
  const ended = vi.fn();
  const reading = (async () => {
    for await (const chunk of inTime(slow(5, 10, ended))) return chunk;
  })();
  await vi.advanceTimersByTimeAsync(20);
  expect(await reading).toEqual(Uint8Array.of(65));
  expect(ended).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it("is nothing without a body", async () => {
  expect(await readBody({ headers: new Headers(), body: null })).toHaveLength(0);
});
