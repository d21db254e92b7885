// The process that `Transfers` starts for one job. server.js and this file are built side by side.
import { once } from "node:events";
import { statSync } from "node:fs";
import { Socket } from "node:net";
import { AppError } from "@/lib/contract/errors";
import type { Refusal } from "@/lib/contract/refusal";
import { processOf } from "@/lib/platform/database/client";
import { unavailable } from "@/lib/platform/database/outage";
import { allowSlowStatements, pool } from "@/lib/platform/database/pool";
import { log } from "@/lib/platform/log/log";
import { yieldSession, yieldToVisitors } from "@/lib/platform/process/priority";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import type { FileJob } from "@/lib/transfers/job";
import type { FromWorker, ToWorker } from "@/lib/transfers/transfers";
import { isFile, work, writeChunks } from "./transfer-work";

const OUTPUT = 4;
/** Processor time that an ordinary file stays below. Longer jobs yield to visitors, as the storing of clicks does. */
const HURRY_MS = 2_000;
/** Size that no ordinary file exceeds. */
const LARGE_BYTES = 2 ** 20;
const LOOK_EVERY_MS = 200;

// The process that started this one handles signals. A terminal sends them to every process.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});
process.on("disconnect", () => process.exit(1));
process.once("message", async ({ job, ownDatabase }: ToWorker) => {
  const isLarge = job.kind === "check" && statSync(job.path).size > LARGE_BYTES;
  yieldInTime(ownDatabase, isLarge ? 0 : HURRY_MS);
  // Other jobs lock what their user may be changing.
  if (job.kind !== "run") allowSlowStatements();
  try {
    await (isFile(job) ? write(job) : work(job));
    sendResult("done");
  } catch (error) {
    const lack = unavailable(error);
    if (error instanceof AppError) sendResult({ code: error.code, params: error.params, fields: error.fields });
    else if (lack) giveUp(error, lack);
    else fail(error);
  }
});

/**
 * Lowers the priority of this process, and of the database processes that serve it, once it has worked for some time.
 */
function yieldInTime(ownDatabase: boolean, hurryMs: number): void {
  const backends = new Set<number>();
  if (ownDatabase) {
    pool.on("connect", (client) => backends.add(processOf(client)));
    pool.on("remove", (client) => backends.delete(processOf(client)));
  }
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1_000 < hurryMs) return;
    clearInterval(timer);
    yieldToVisitors();
    for (const pid of backends) yieldSession(pid);
    if (ownDatabase) pool.on("connect", (client) => yieldSession(processOf(client)));
  }, LOOK_EVERY_MS).unref();
}

async function write(job: FileJob): Promise<void> {
  const output = new Socket({ fd: OUTPUT, readable: false });
  for await (const chunk of writeChunks(job)) if (!output.write(chunk)) await once(output, "drain");
  output.end();
  await once(output, "close");
}

const sendResult = (message: FromWorker) => process.send?.(message, () => process.exit(0));

function giveUp(error: unknown, lack: Refusal): void {
  log.warn({ error: String(error) }, "an import or export lacks a service that it needs");
  sendResult(lack);
}

function fail(error: unknown): void {
  log.error({ error }, "an import or export failed");
  process.exit(1);
}
