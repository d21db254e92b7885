import { setTimeout as sleep } from "node:timers/promises";

/**
 * Calls `check` until it no longer throws, for `timeout` milliseconds; then throws its last error. Returns its value. The
 * time that a machine with other work may need is long, as nobody waits for it where all is well.
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
