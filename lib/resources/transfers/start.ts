import { mkdirSync, rmSync } from "node:fs";
import { log } from "@/lib/platform/log";
import { once } from "@/lib/platform/once";
import { forgetBrokenOff } from "@/lib/resources/imports/begin";
import { isImportWaiting } from "@/lib/resources/imports/run";
import { Transfers } from "./transfers";

const lookEveryMs = 5_000;

/** Has imports and exports done apart from the process that answers visitors. */
export function provideTransfers(options: ConstructorParameters<typeof Transfers>[0]): Transfers {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  return once("transfers", () => new Transfers(options));
}

/** Removes the files that a process left which died while it read them. */
export const clearFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Goes on with imports, now and again and again: what a process that has just died leaves is not free at once. */
export function startImporting(transfers: Transfers): { stop(): void } {
  let failing = false;
  const look = async () => {
    try {
      await forgetBrokenOff();
      if (await isImportWaiting()) transfers.run();
      failing = false;
    } catch (error) {
      // Once for each outage of the database.
      if (!failing) log.warn({ error: String(error) }, "imports cannot go on now; they are resumed later");
      failing = true;
    }
  };
  void look();
  const timer = setInterval(look, lookEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}
