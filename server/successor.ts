import { once } from "node:events";
import { createRequire } from "node:module";
import { provideSecrets } from "@/lib/platform/kept-secrets";
import type { FromService } from "./supervisor";

/**
 * Loads what takes most of a start, tells the supervisor, and waits until the service before this one has ended: until then
 * the data folder is that one's. What only a database's address makes usable is loaded all the same, and not used.
 */
export async function untilPredecessorEnds(): Promise<void> {
  provideSecrets();
  const { loadBuiltConfig } = await import("./built-config");
  await loadBuiltConfig(process.cwd());
  await Promise.all([
    ...[import("./serve"), import("./database"), import("./administrator"), import("./sweeps")],
    ...[
      import("@/lib/clicks/drain"),
      import("@/lib/resources/transfers/start"),
      import("@/lib/resources/imports/resume"),
    ],
  ]);
  createRequire(import.meta.url)("next/dist/server/next-server");
  process.send?.("loaded" satisfies FromService);
  await once(process, "message");
}
