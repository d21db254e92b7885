import { setTimeout as sleep } from "node:timers/promises";

/** Calls `check` until it no longer throws, for `timeout` milliseconds; then throws its last error. Returns its value. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 5_000): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(25);
    }
  }
}
