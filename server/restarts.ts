import { vitals } from "@/lib/platform/vitals";
import { tell } from "./succession";

/** Counts a worker or the database that died and is started again. The supervisor counts too: this process may be the next. */
export function countRestart(): void {
  vitals().restarts++;
  tell("restarted");
}
