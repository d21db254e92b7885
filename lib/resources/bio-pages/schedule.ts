import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Schedule } from "./blocks";

/** Returns the state of a scheduled block at a time in milliseconds since 1970. */
export function stateAt({ from, until }: Schedule, at: number): "waiting" | "seen" | "over" {
  const now = formatTimestamp(new Date(at));
  if (from && now < from) return "waiting";
  return until && now >= until ? "over" : "seen";
}
