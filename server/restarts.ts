import { vitals } from "@/lib/platform/vitals";
import type { FromService } from "./supervisor";

/** Counts a worker or the database that died and is started again. The supervisor counts too: this process may be the next. */
export function countRestart(): void {
  vitals().restarts++;
  process.send?.("restarted" satisfies FromService);
}
