// One of the processes that `startProcesses` starts. server.js and this file are built side by side.

import { dirname, join } from "node:path";
import { keepDrainReport } from "@/lib/clicks/drain/drain-report";
import { openJournal, provideJournal } from "@/lib/clicks/journal/journal";
import { env } from "@/lib/platform/env";
import { run } from "@/lib/platform/process/lifecycle";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import { vitals } from "@/lib/platform/process/vitals";
import { provideTransfers } from "@/lib/transfers/transfers";
import { version } from "@/package.json";
import { closeDatabase } from "./commands/prepare-database";
import { defineProcessMetrics } from "./metrics/process";
import { isMetricsMessage, joinMetrics } from "./metrics/workers";
import { serve } from "./serve";
import { workerEntrance } from "./worker-entrance";
import type { FromWorker, ToWorker } from "./worker-messages";

const [, , directory = "", database, slot = "", ...pageSockets] = process.argv;
const send = (message: FromWorker) => void process.send?.(message);

// The primary handles signals. A terminal sends them to every process.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});
// Without the primary, nothing stores the clicks recorded here, and another start may adopt the journal as a dead
// one's.
process.on("disconnect", () => process.exit(1));

run(
  async (onShutdown) => {
    if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
      const { startTraces } = await import("@/lib/platform/log/traces");
      onShutdown(startTraces(version));
    }
    onShutdown(closeDatabase);
    const limit = { root: dirname(directory), bytes: env.JOURNAL_MAX_MB * 2 ** 20 };
    const journal = provideJournal(openJournal(directory, limit));
    onShutdown(() => journal.close());
    const transfers = provideTransfers({
      folder: join(env.DATA_DIR, "imports"),
      ownDatabase: database === "own database",
    });
    onShutdown(() => transfers.stop());
    const answer = await serve(onShutdown, workerEntrance(send), pageSockets);
    defineProcessMetrics();
    const metrics = joinMetrics(slot, send);
    process.on("message", (message: ToWorker) => {
      if (message === "answer") return void answer();
      if (isMetricsMessage(message)) return metrics.take(message);
      // Rate limits use their own messages.
      if (typeof message !== "object") return;
      if ("restarts" in message) vitals().restarts = message.restarts;
      if ("takeOverFailed" in message) vitals().takeOverFailed = message.takeOverFailed;
      if ("drain" in message) {
        keepDrainReport(message.drain);
        journal.reportBacklog(message.drain.bytes, message.drain.quarantined);
      }
    });
    send("listening");
  },
  (stop) =>
    process.on("message", (message: ToWorker) => {
      if (message === "supersede") vitals().superseded = true;
      if (message === "stop" || message === "supersede") stop();
    }),
);
