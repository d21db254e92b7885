import { LRUCache } from "lru-cache";

const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Caches one formatter per time zone: creating one costs a hundred times as much as using it. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 });

/** A moment in local time: the day of the week from 0 (Monday) to 6, and the minute of the day. */
export interface LocalTime {
  day: number;
  minute: number;
}

/** The last result: consecutive visits are mostly in the same minute, and formatters are slow. */
let last = { minute: Number.NaN, zone: "", time: { day: 0, minute: 0 } };

/** Returns a moment (ms since 1970) in a time zone. */
export function localTime(at: number, zone: string): LocalTime {
  const minute = Math.floor(at / 60_000);
  if (minute !== last.minute || zone !== last.zone) last = { minute, zone, time: readClock(at, zone) };
  return last.time;
}

function readClock(at: number, zone: string): LocalTime {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(zone, clock);
  }
  // The text is "Sat, 03:10" or "Sat 03:10".
  const text = clock.format(at);
  return { day: names.indexOf(text.slice(0, 3)), minute: Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2)) };
}

/** Returns a minute of the day as `09:30`. */
export const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
