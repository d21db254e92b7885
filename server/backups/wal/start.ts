import { Worker } from "node:worker_threads";
import { env } from "@/lib/platform/env";
import { keepThread } from "@/lib/platform/process/lasting-thread";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";
import { noteNoArchive } from "@/lib/resources/health/backup-status";
import { withClient } from "@/server/backups/storage/client";
import type { WalArchiveWork } from "./archive";
import { dropSlot } from "./line";
import { forgetState } from "./state";

/** Log that is not stored by then waits for the next start. */
const FINISH_WITHIN_MS = 2_500;
const OLD_MB = 96;

/** Starts the thread that archives the log of the embedded Postgres. Close it before Postgres stops. */
function startWalArchive(work: WalArchiveWork): { close(): Promise<void> } {
  const create = () =>
    new Worker(new URL("./wal-worker.js", import.meta.url), {
      name: "archive of the log",
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: OLD_MB },
    });
  const thread = keepThread(create, "the log's archive failed");
  // Postgres would wait for the receiver of its log.
  return { close: () => thread.finish(FINISH_WITHIN_MS) };
}

/**
 * Archives the log of the embedded Postgres if the configuration says so. Otherwise ends an archive that ran before.
 */
export async function archiveWal(ownDatabase: boolean, databaseUrl: string, onShutdown: OnShutdown): Promise<void> {
  const { BACKUP_TO: to, BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient, DATA_DIR: dataDir } = env;
  if (ownDatabase && to !== undefined) {
    onShutdown(startWalArchive({ databaseUrl, dataDir, to, encryption: { passphrase, recipient } }).close);
    return;
  }
  await noteNoArchive();
  if (ownDatabase) await endWalArchive(databaseUrl, dataDir);
}

/** Makes Postgres keep no more log for an archive that no longer exists. */
async function endWalArchive(databaseUrl: string, dataDir: string): Promise<void> {
  forgetState(dataDir);
  await withClient(databaseUrl, dropSlot);
}
