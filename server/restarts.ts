import { vitals } from "@/lib/platform/process/vitals";
import { sendToSupervisor } from "./take-over-messages";

/** Counts a restart of a worker or the database. The supervisor counts too, in case this process dies next. */
export function countRestart(): void {
  vitals().restarts++;
  sendToSupervisor("restarted");
}
