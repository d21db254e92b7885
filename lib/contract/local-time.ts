export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

const DAY_MS = 24 * 60 * 60_000;

/** Caches one formatter per time zone: creating one costs a hundred times as much as using it. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();
/** There are a few hundred time zones, but each can be written in any case. */
const MOST_CLOCKS = 1_000;

/** Returns a moment (ms since 1970) in a time zone, or in that of this machine, as `YYYY-MM-DD HH:MM:SS`. */
export function localText(at: number, zone?: string): string {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    if (clocks.size === MOST_CLOCKS) clocks.clear();
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    clocks.set(zone, clock);
  }
  // Years before 1000 have fewer digits.
  return clock.format(at).padStart("YYYY-MM-DD HH:MM:SS".length, "0");
}

/** Returns how far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (at: number, zone?: string): number =>
  Date.parse(`${localText(at, zone).replace(" ", "T")}Z`) - Math.floor(at / 1_000) * 1_000;

/**
 * Returns the moment when clocks in a time zone show a local time, such as `2026-10-25T02:30`. It is the first one if
 * clocks are set back and show it twice, and a later time if they are set forward and skip it.
 */
export function momentIn(zone: string, local: string): number {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return shown;
  const [first = shown, last = first] = momentsNear(shown, zone);
  return first + offsetAt(first, zone) === shown ? first : last;
}

/**
 * Returns the text of a local time. It ends with the offset from UTC, such as `+02:00`, if clocks in the time zone show
 * the same time twice, because they are set back.
 */
export function withOffset(text: string, at: number, zone?: string): string {
  const offset = offsetAt(at, zone);
  const isRepeated = momentsNear(at + offset, zone).some(
    (moment) => moment !== at && offsetAt(moment, zone) === at + offset - moment,
  );
  if (!isRepeated) return text;
  const minutes = Math.abs(offset) / 60_000;
  const digits = [Math.floor(minutes / 60), Math.floor(minutes % 60)].map((part) => String(part).padStart(2, "0"));
  return `${text} ${offset < 0 ? "-" : "+"}${digits.join(":")}`;
}

/** Returns, in order, the moments when clocks would show a time with the offsets of one day earlier and later. */
const momentsNear = (shown: number, zone?: string): number[] =>
  [...new Set([shown - DAY_MS, shown + DAY_MS].map((near) => shown - offsetAt(near, zone)))]
    // A year after 9999 has no offset.
    .filter((moment) => !Number.isNaN(moment))
    .sort((a, b) => a - b);

/**
 * One name for each time zone. An account may have another name of the same zone, such as Asia/Kolkata for
 * Asia/Calcutta.
 */
export const zonesWith = (chosen: string) => [
  ...new Set(["UTC", ...[chosen, ...Intl.supportedValuesOf("timeZone")].filter((zone) => zone !== "UTC").sort()]),
];
