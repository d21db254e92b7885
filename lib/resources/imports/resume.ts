import { log } from "@/lib/platform/log/log";
import type { Transfers } from "@/lib/transfers/transfers";
import { resumeReading } from "./read-file";
import { isImportWaiting } from "./run";

const lookEveryMs = 5_000;

/** Resumes imports, now and regularly: the lease of a process that has just died must expire first. */
export function startImporting(transfers: Transfers): { stop(): void } {
  let failing = false;
  const look = async () => {
    try {
      await resumeReading();
      if (await isImportWaiting()) transfers.run();
      failing = false;
    } catch (error) {
      // Log once for each outage of the database.
      if (!failing) log.warn({ error: String(error) }, "imports cannot continue at the moment; they are resumed later");
      failing = true;
    }
  };
  void look();
  const timer = setInterval(look, lookEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}
