// The worker thread that `startDrain` starts. server.js and this file are built side by side.
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { FolderDrain } from "./drain-folder";
import { type JournalFolder, Leases } from "./leases";
import { AnnouncingStore } from "./live/announcing-store";
import { openClickStore } from "./store";

/** How long an idle drain waits before it looks again: a click shows within this and the time to store it. */
const IDLE = 250;
const MAX_BACKOFF = 2_000;
const COMPLAIN_EVERY = 60_000;

// Visitors come first: on a busy machine clicks are stored in the time that is left. Elsewhere than on Linux this would
// be the priority of the whole process.
if (process.platform === "linux") setPriority(10);

const folder = workerData as JournalFolder;
let finishing = false;
parentPort?.on("message", () => {
  finishing = true;
});

let backoff = 0;
let complainedAt = 0;
for (let finished = false; !finished; ) {
  finished = await drain().catch(async (error: Error) => {
    if (Date.now() - complainedAt > COMPLAIN_EVERY) {
      complainedAt = Date.now();
      log.warn({ error: error.message }, "clicks cannot be stored now; they wait in the journal");
    }
    backoff = Math.min(MAX_BACKOFF, backoff * 2 + 100);
    await sleep(backoff);
    return false;
  });
}
parentPort?.close();

/** Stores clicks until all is stored and the process stops (true), or throws what the database threw. */
async function drain(): Promise<boolean> {
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    application_name: "signpost drain",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  let lost: Error | undefined;
  client.on("error", (error) => {
    lost = error;
  });
  try {
    await client.connect();
    // When this machine is gone, its journals' locks must not stay for hours.
    await client.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3");
    const store = await AnnouncingStore.open(await openClickStore(client), client);
    const journals = new FolderDrain(new Leases(client, folder), store, (backlog) => parentPort?.postMessage(backlog));
    for (;;) {
      const last = finishing;
      const passed = await journals.pass();
      if (lost) throw lost;
      if (complainedAt > 0) log.info("clicks are being stored again");
      backoff = 0;
      complainedAt = 0;
      if (last && passed === "done") return true;
      const erased = await store.erase();
      if (passed !== "stored" && !erased) await sleep(IDLE);
    }
  } finally {
    await client.end().catch(() => {});
  }
}
