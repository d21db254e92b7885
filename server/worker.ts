// One of the processes that `startWorkers` starts. server.js and this file are built side by side.

import { dirname, join } from "node:path";
import { openJournal, provideJournal } from "@/lib/clicks/journal";
import { env } from "@/lib/platform/env";
import { run } from "@/lib/platform/lifecycle";
import { STOP_SIGNALS } from "@/lib/platform/stop-signals";
import { vitals } from "@/lib/platform/vitals";
import { provideTransfers } from "@/lib/resources/transfers/start";
import { closeDatabase } from "./database";
import { serve } from "./serve";
import type { FromWorker, ToWorker } from "./workers";

const [, , directory = "", database] = process.argv;
const tell = (message: FromWorker) => process.send?.(message);

// The primary has the signals, and those of a terminal reach everybody.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});
// Without the primary nobody stores what is recorded here, and another start may take the journal for a dead process's.
process.on("disconnect", () => process.exit(1));

run(
  async (onShutdown) => {
    onShutdown(closeDatabase);
    const limit = { root: dirname(directory), bytes: env.JOURNAL_MAX_MB * 2 ** 20 };
    const journal = provideJournal(openJournal(directory, limit));
    onShutdown(() => journal.close());
    const transfers = provideTransfers({
      folder: join(env.DATA_DIR, "imports"),
      ownDatabase: database === "own database",
    });
    onShutdown(() => transfers.stop());
    const answer = await serve(onShutdown);
    process.on("message", (message: ToWorker) => {
      if (message === "answer") answer();
      // Limits are shared in messages of their own.
      else if (typeof message !== "object") return;
      else if ("backlog" in message) journal.reportBacklog(message.backlog, message.quarantined);
      else if ("restarts" in message) vitals().restarts = message.restarts;
    });
    tell("listening");
  },
  (stop) => process.on("message", (message: ToWorker) => message === "stop" && stop()),
);
