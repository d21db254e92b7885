import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `check` until it no longer throws, and returns its value. After `timeout` milliseconds it throws the last
 * error. The default is long for busy machines; it costs nothing when tests pass.
 */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 30_000): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(25);
    }
  }
}
