// The process in which Next draws pages. server.js starts it and passes requests to it over a Unix socket.

import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { keepDrainReport } from "@/lib/clicks/drain/drain-report";
import { reportedJournal } from "@/lib/clicks/drain/reported-journal";
import { provideJournal } from "@/lib/clicks/journal/journal";
import { pageListener } from "@/lib/http/page-listener";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";
import { listenForChanges } from "@/lib/platform/database/changes";
import { noteSchema } from "@/lib/platform/database/migrate";
import { pool } from "@/lib/platform/database/pool";
import { env } from "@/lib/platform/env";
import { logConsole } from "@/lib/platform/log/console-log";
import { run } from "@/lib/platform/process/lifecycle";
import { yieldProcess } from "@/lib/platform/process/priority";
import { becomeServerProcess } from "@/lib/platform/process/server-process";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import { vitals } from "@/lib/platform/process/vitals";
import { provideTransfers } from "@/lib/transfers/transfers";
import { version } from "@/package.json";
import { closeDatabase } from "./commands/prepare-database";
import { defineProcessMetrics } from "./metrics/process";
import { isMetricsMessage, joinMetrics } from "./metrics/workers";
import { preparePages } from "./next-pages";
import type { FromWorker, ToWorker } from "./worker-messages";

const [, , directory = "", database, slot = "", socket = "", begins] = process.argv;
const send = (message: FromWorker) => void process.send?.(message);

// The primary handles signals. A terminal sends them to every process.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});
process.on("disconnect", () => process.exit(1));
// The service died without stopping this process. Removes the folder that the service made.
process.on("exit", () => process.connected || rmSync(dirname(socket), { recursive: true, force: true }));

run(
  async (onShutdown) => {
    if (begins === "answering") yieldProcess();
    becomeServerProcess();
    if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
      const { startTraces } = await import("@/lib/platform/log/traces");
      onShutdown(startTraces(version));
    }
    onShutdown(closeDatabase);
    await noteSchema(pool);
    logConsole();
    provideJournal(reportedJournal(dirname(directory)));
    const folder = join(env.DATA_DIR, "imports");
    const transfers = provideTransfers({ folder, ownDatabase: database === "own database" });
    onShutdown(() => transfers.stop());
    onShutdown(listenForChanges().stop);
    void instanceSettings();
    const server = createServer(pageListener(await preparePages(onShutdown)));
    // The only client is server.js, which closes connections itself and limits how long one may be silent.
    server.keepAliveTimeout = 0;
    server.requestTimeout = 0;
    // A killed process may have left its socket file.
    rmSync(socket, { force: true });
    server.listen({ path: socket, exclusive: true });
    onShutdown(() => {
      server.close();
      server.closeAllConnections();
    });
    defineProcessMetrics();
    const metrics = joinMetrics(slot, send);
    process.on("message", (message: ToWorker) => {
      if (isMetricsMessage(message)) return metrics.take(message);
      if (typeof message !== "object") return;
      if ("restarts" in message) vitals().restarts = message.restarts;
      if ("takeOverFailed" in message) vitals().takeOverFailed = message.takeOverFailed;
      if ("drain" in message) keepDrainReport(message.drain);
    });
    await new Promise((listening) => server.once("listening", listening));
    // Not while the service starts, because the start waits for this process.
    yieldProcess();
    send("listening");
  },
  (stop) =>
    process.on("message", (message: ToWorker) => {
      if (message === "supersede") vitals().superseded = true;
      if (message === "stop" || message === "supersede") stop();
    }),
);
