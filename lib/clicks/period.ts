import type { Period } from "./stats";

const dayMs = 86_400_000;

/** The last `days` days up to today, UTC. */
export function lastDays(days: number, now = new Date()): Period {
  return { from: dayOf(now.getTime() - (days - 1) * dayMs), to: dayOf(now.getTime()) };
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
