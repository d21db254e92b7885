import type { EnrichedClick } from "./enriched-click";
import type { Verdict } from "./visit";

// Bursts: clicks that only show as bots when all clicks of one minute are judged together, after the minute is over.

/**
 * Number of clicks of one network on one subject within a clock minute that make a burst: see
 * docs/decisions/click-bursts.md.
 */
export const BURST_CLICKS = 150;
/** Share of a network's clicks on a subject that come from one exact user agent. */
export const BURST_ALIKE = 0.95;
export const BURST: Verdict = { class: "burst", rule: "burst" };

/** A mail scanner opens a link a second time from another network within this many seconds. */
export const TWICE_SECONDS = 5;
/**
 * The same browser must not have another click by a person on the link within this many seconds before or after the
 * minute.
 */
export const NO_OTHER_CLICK_SECONDS = 60;
export const TWICE: Verdict = { class: "scanner", rule: "twice" };

/** Clicks of a minute are usually stored this long after it ends (ms). Later ones cause it to be judged again. */
export const SETTLED_AFTER_MS = 65_000;
/** A minute is not judged again until none of its clicks have been stored for this long (ms). */
export const QUIET_FOR_MS = 10_000;

/** Number of clicks that one transaction corrects. It is small so that other clicks can be stored in between. */
export const AT_ONCE = 10_000;

const MINUTE_MS = 60_000;

/** The facts of a minute that decide how it is judged. */
interface Minute {
  people: number;
  checkers: number;
}

/** Returns the minutes of the clicks with their start times (ms), earliest first. */
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

/** The SQL condition for clicks that may be the first visit of a mail scanner: see `isChecker`. */
export const IS_CHECKER = "(class = 'network' or robot = 'headers')";
