import type { EnrichedClick } from "./enriched-click";
import type { Verdict } from "./verdict";

// What no click tells by itself: it is judged once its minute is over, together with the others of that minute.

/** So many clicks of one network on one thing, within a minute of the clock: see docs/decisions/click-bursts.md. */
export const BURST_CLICKS = 150;
/** So many of all that the network clicked there have the same browser, to the last letter of its header. */
export const BURST_ALIKE = 0.95;
/** What can be tried otherwise. */
export interface BurstLimits {
  clicks: number;
  alike: number;
}
export const BURST: Verdict = { class: "burst", rule: "burst" };

/** A checker of mail looks a second time, from elsewhere, within so many seconds. */
export const TWICE_SECONDS = 5;
/** Whoever else has that browser, and was there within so many seconds of the minute, makes it one of many. */
export const ALONE_SECONDS = 60;
export const TWICE: Verdict = { class: "scanner", rule: "twice" };

/** When a minute is over, what was recorded in it is soon stored. What comes later has it judged again. */
export const SETTLED_AFTER_MS = 65_000;
/** While clicks of a minute are being stored, it is not judged anew with each batch of them. */
export const QUIET_FOR_MS = 10_000;

/** Clicks that one transaction corrects: short enough for others to be stored in between. */
export const AT_ONCE = 10_000;

const MINUTE_MS = 60_000;

/** What was recorded in a minute that it can be judged by. */
interface Minute {
  people: number;
  checkers: number;
}

/** By when they begin, the earliest first. */
export function minutesOf(clicks: EnrichedClick[]): [at: number, Minute][] {
  const minutes = new Map<number, Minute>();
  for (const click of clicks) {
    const isPerson = click.robot === null;
    if (click.network === null || !(isPerson || isChecker(click))) continue;
    const at = Math.floor(click.at / MINUTE_MS) * MINUTE_MS;
    const minute = minutes.get(at) ?? { people: 0, checkers: 0 };
    minutes.set(at, minute);
    if (isPerson) minute.people += 1;
    else minute.checkers += 1;
  }
  return [...minutes].sort(([a], [b]) => a - b);
}

const isChecker = ({ class: kind, robot }: EnrichedClick) => kind === "network" || robot === "headers";

/** The same of a row of clicks, in SQL. */
export const IS_CHECKER = "(class = 'network' or robot = 'headers')";
