import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepContexts } from "@/lib/http/async-contexts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function request() {
  const response = new EventEmitter();
  keepContexts(response as ServerResponse);
  return { end: () => response.emit("close") };
}

it("keeps a context until all requests have ended, and a little longer", () => {
  const storage = new AsyncLocalStorage<string>();
  const [first, second] = [request(), request()];
  storage.run("kept", () => {
    first.end();
    vi.advanceTimersByTime(1_000);
    expect(storage.getStore()).toBe("kept");
    second.end();
    expect(storage.getStore()).toBe("kept");
    vi.advanceTimersByTime(1_000);
    expect(storage.getStore()).toBeUndefined();
  });
});

it("keeps the context of a request that comes right after another", () => {
  const storage = new AsyncLocalStorage<string>();
  request().end();
  storage.run("kept", () => {
    const next = request();
    vi.advanceTimersByTime(1_000);
    expect(storage.getStore()).toBe("kept");
    next.end();
  });
});

it("gives the next request its context", () => {
  const storage = new AsyncLocalStorage<string>();
  const first = request();
  storage.run("first", () => first.end());
  vi.advanceTimersByTime(1_000);
  const second = request();
  expect(storage.run("second", () => storage.getStore())).toBe("second");
  storage.enterWith("entered");
  expect(storage.getStore()).toBe("entered");
  second.end();
  vi.advanceTimersByTime(1_000);
  expect(storage.getStore()).toBeUndefined();
});
