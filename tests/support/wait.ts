import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two checks: a tenth of the time waited so far, within these limits. */
const PAUSES = { least: 25, most: 250 };

/**
 * Calls `check` until it no longer throws, and returns its value. After `timeout` milliseconds it throws the last
 * error. The default is long for busy machines; it costs nothing when tests pass.
 */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 60_000): Promise<T> {
  const begun = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waited = performance.now() - begun;
      if (waited > timeout) throw error;
      await sleep(Math.min(PAUSES.most, Math.max(PAUSES.least, waited / 10)));
    }
  }
}

/**
 * Returns what `work` resolves to. Throws if a timer of `ms` milliseconds fires first: on a busy machine that timer is
 * as late as the timers of the code under test, unlike a clock.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(ms, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`not done within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    waiting.abort();
    late.catch(() => undefined);
  }
}
