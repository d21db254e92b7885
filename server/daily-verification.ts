import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { lastVerification } from "@/lib/clicks/verification/last-verification";
import { log } from "@/lib/platform/log/log";

const HOUR_MS = 3_600_000;
/** A verification ends long before this. The timeout makes sure that one that hangs does not block the next. */
const MOST_MS = 6 * HOUR_MS;
/** A service that has just started has enough to do. */
const AFTER_START_S = 30 * 60;
const COMMAND = resolve(".build/signpost.js");

/**
 * Verifies all clicks once a day in a separate process, as an operator would with the command. The process serves no
 * requests and stores no clicks. The result is stored, and problems are logged.
 */
export async function verifyDaily(): Promise<void> {
  if (process.uptime() < AFTER_START_S || !existsSync(COMMAND)) return;
  const last = await lastVerification();
  if (last && Date.now() - last.at.getTime() < 23 * HOUR_MS) return;
  // Does not wait for the process, because other tasks come after this one.
  const child = spawn(process.execPath, ["--max-old-space-size=512", COMMAND, "verify", "--json"], {
    stdio: "ignore",
    timeout: MOST_MS,
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  child.on("error", (error) => log.warn({ error: error.message }, "the daily verification of clicks did not start"));
  child.on("exit", (code) => {
    process.off("exit", stop);
    if (code === 1)
      log.error("the daily verification failed or found differences: run npm run signpost verify for details");
  });
  child.unref();
}
