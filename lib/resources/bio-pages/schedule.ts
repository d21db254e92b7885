import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Schedule } from "./blocks";

/** Where a moment, in milliseconds since 1970, stands to the time in which a block is seen. */
export function stateAt({ from, until }: Schedule, at: number): "waiting" | "seen" | "over" {
  const now = formatTimestamp(new Date(at));
  if (from && now < from) return "waiting";
  return until && now >= until ? "over" : "seen";
}
