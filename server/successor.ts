import { log } from "@/lib/platform/log";
import { isBefore, OLDEST_VERSION } from "@/lib/platform/release";
import { provideSecrets } from "@/lib/platform/stored-secrets";
import { heard, tell, versionBefore } from "./succession";

/**
 * Whether this service may start while the one before it still answers: it must be able to share the port, and to run on
 * the database as this one leaves it.
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
 * Loads what takes most of a start, tells the supervisor, and waits until the service before this one has ended: until then
 * the data folder is that one's. What only a database's address makes usable is loaded all the same, and not used.
 */
export async function untilPredecessorEnds(): Promise<void> {
  provideSecrets();
  await Promise.all([
    ...[import("./serve"), import("./commands/prepare-database"), import("./administrator"), import("./sweeps")],
    ...[
      import("@/lib/clicks/drain/drain"),
      import("@/lib/resources/transfers/start"),
      import("@/lib/resources/imports/resume"),
    ],
  ]);
  const begun = heard("begin");
  tell("loaded");
  await begun;
}
