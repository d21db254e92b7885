import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { lastVerification } from "@/lib/clicks/verification/last-verification";
import { log } from "@/lib/platform/log";

const HOUR_MS = 3_600_000;
/** It ends by itself long before; whatever happens, the next one finds the way free. */
const MOST_MS = 6 * HOUR_MS;
/** A start has enough to do. */
const AFTER_START_S = 30 * 60;
const NICE = 10;
const COMMAND = resolve(".build/signpost.js");

/**
 * Has all clicks verified once a day, as an operator would: in a process of its own, which neither answers nor stores
 * anything. What it finds is kept, and logged where it is something.
 */
export async function verifyDaily(): Promise<void> {
  if (process.uptime() < AFTER_START_S || !existsSync(COMMAND)) return;
  const last = await lastVerification();
  if (last && Date.now() - last.at.getTime() < 23 * HOUR_MS) return;
  // Not waited for: other tasks are behind this one.
  const child = spawn(process.execPath, ["--max-old-space-size=512", COMMAND, "verify", "--json"], {
    stdio: "ignore",
    timeout: MOST_MS,
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  child.on("error", (error) => log.warn({ error: error.message }, "the daily verification of clicks did not start"));
  child.on("exit", (code) => {
    process.off("exit", stop);
    if (code === 1) log.error("the daily verification failed or found differences: npm run signpost verify says which");
  });
  child.unref();
  if (child.pid !== undefined) setPriority(child.pid, NICE);
}
