import { log } from "@/lib/platform/log/log";
import { isBefore, OLDEST_VERSION } from "@/lib/platform/release";
import { provideSecrets } from "@/lib/platform/stored-secrets";
import { sendToSupervisor, versionBefore, waitForMessage } from "./take-over-messages";

/**
 * Returns whether this service may start while the previous one still answers. Both must be able to share the port, and
 * the previous version must be able to run on the database as this version changes it.
 */
export function startsBeside(): boolean {
  const before = versionBefore();
  if (before === undefined) return false;
  if (!isBefore(before, OLDEST_VERSION)) return true;
  log.warn(
    { before, oldest: OLDEST_VERSION },
    "the version before does not run on the next one's database; it stops first",
  );
  return false;
}

/**
 * Loads the modules that take most of the start time, reports that to the supervisor, and waits until the previous
 * service has ended; until then the previous service owns the data folder. Modules that need the database's address are
 * loaded now and used later.
 */
export async function untilPredecessorEnds(): Promise<void> {
  provideSecrets();
  await Promise.all([
    ...[import("./serve"), import("./commands/prepare-database"), import("./administrator"), import("./sweeps")],
    ...[
      import("@/lib/clicks/drain/drain"),
      import("@/lib/transfers/transfers"),
      import("@/lib/resources/imports/resume"),
    ],
  ]);
  const begun = waitForMessage("begin");
  sendToSupervisor("loaded");
  await begun;
}
