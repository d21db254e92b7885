import { deviceWords } from "@/lib/clicks/classify/device-words";
import { localTime } from "./local-time";
import type { Visitor } from "./visitor";

export type Condition =
  | { kind: "country" | "region" | "city" | "language" | "device" | "os" | "browser"; any: string[] }
  | { kind: "query"; name: string; value: string | undefined }
  /** milliseconds since 1970 */
  | { kind: "from" | "until"; at: number }
  /**
   * days from 0 (Monday) to 6; minutes since midnight; the window ends on the next day if `until` is not after `from`
   */
  | { kind: "week"; days: number[]; from: number; until: number; zone: string };

export function holds(condition: Condition, visitor: Visitor): boolean {
  switch (condition.kind) {
    case "country":
      return condition.any.includes(visitor.place().country ?? "");
    case "region":
      return condition.any.some((region) => isSame(region, visitor.place().region));
    case "city":
      return condition.any.some((city) => isCity(city, visitor.place().city));
    case "language":
      return visitor.speaks(condition.any);
    case "device":
      return condition.any.some((device) => isDevice(device, visitor));
    case "os":
    case "browser":
      return condition.any.includes(visitor.agent()[condition.kind]);
    case "query": {
      const values = visitor.query().getAll(condition.name);
      return condition.value === undefined ? values.length > 0 : values.includes(condition.value);
    }
    case "from":
      return visitor.now >= condition.at;
    case "until":
      return visitor.now < condition.at;
    case "week":
      return isInWeek(condition, visitor.now);
  }
}

const isSame = (wanted: string, found: string | null) =>
  found !== null && wanted.length === found.length && wanted.toLowerCase() === found.toLowerCase();

/** Returns whether a city matches. A condition may leave out the region. */
function isCity(wanted: string, found: string | null): boolean {
  if (found === null) return false;
  const country = found.lastIndexOf(", ") + ", XX".length;
  return isSame(wanted, found) || isSame(wanted, found.slice(0, country));
}

function isDevice(device: string, visitor: Visitor): boolean {
  const isOf = deviceWords[device];
  return isOf ? isOf(visitor.userAgent) : visitor.agent().device.toLowerCase() === device;
}

function isInWeek({ days, from, until, zone }: Extract<Condition, { kind: "week" }>, now: number): boolean {
  const { day, minute } = localTime(now, zone);
  if (from < until) return days.includes(day) && minute >= from && minute < until;
  // A window that reaches into the next day belongs to the day on which it starts.
  return minute >= from ? days.includes(day) : minute < until && days.includes((day + 6) % 7);
}
