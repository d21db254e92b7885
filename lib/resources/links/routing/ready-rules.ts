import { LRUCache } from "lru-cache";
import { deviceWords } from "@/lib/clicks/classify/device-words";
import { languageTag } from "@/lib/contract/language-codes";
import { days } from "@/lib/contract/local-time";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { parameterName } from "@/lib/contract/utm";
import { inOrder, type LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink } from "@/lib/resources/links/schema";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import type { Visitor } from "./visitor";

/** A rule in the form that visits test, with nothing left to parse. */
export interface ReadyRule {
  /** its field: `rules.0`, `geotarget.2` or `deeplink.apple` */
  name: string;
  /** identifies it regardless of its position, see `variantKey` */
  key: string;
  conditions: Condition[];
  target: string | ReadyShare[];
  /** when a split test ends automatically */
  finish?: SplitFinish;
  /** for a single destination: calculated once instead of at every visit */
  variant?: string;
  /**
   * destination without added or forwarded parameters: a store would not pass them on, and they could name another app
   */
  bare?: true;
}

export interface ReadyShare {
  name: string;
  variant: string;
  to: string;
  /** 0 for the losers of a finished test */
  weight: number;
  /** end of its share of all visitors; 1 for the last one */
  until: number;
}

/** Returns a URL in the form of a Location header. */
const ready = (url: string) => new URL(url).href;

/**
 * Returns the rules that come before a link's own destination, in order. The link's parameters are only added to the
 * chosen destination: a thousand copies of them would be a thousand times as large as what is stored.
 */
export function readyRules(stored: LinkRule[], deepLink: DeepLink | null): ReadyRule[] {
  const rules: ReadyRule[] = [];
  let split: ReadyRule | undefined;
  for (const { rule, field, place } of inOrder(stored)) {
    const name = field === "split" ? field : `${field}.${place}`;
    const conditions = conditionsOf(rule.when);
    const key = field === "split" ? field : ruleKey(conditions);
    const target = rule.to === undefined ? sharesOf(name, key, rule) : ready(rule.to);
    const made = {
      name,
      key,
      conditions,
      target,
      ...(typeof target === "string" && { variant: variantKey(key, target) }),
      ...(rule.finish && { finish: rule.finish }),
    };
    if (field === "split") split = made;
    else rules.push(made);
  }
  return [...rules, ...storesOf(deepLink), ...(split ? [split] : [])];
}

function storesOf(deepLink: DeepLink | null): ReadyRule[] {
  const rule = (key: "apple" | "google", any: string[]): ReadyRule[] => {
    const url = deepLink?.[key];
    const name = `deeplink.${key}`;
    if (!url) return [];
    const target = ready(url);
    const variant = variantKey(name, target);
    return [{ name, key: name, conditions: [{ kind: "device", any }], target, variant, bare: true }];
  };
  return [...rule("apple", ["iphone", "ipad"]), ...rule("google", ["android"])];
}

function sharesOf(rule: string, key: string, { split = [], finish }: LinkRule): ReadyShare[] {
  const winner = finish?.result?.winner ?? null;
  // The winner of a finished test gets all visitors, and the others none.
  const weights = split.map(({ weight }, index) => (winner === null || index === winner ? weight : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const prefix = rule === "split" ? rule : `${rule}.split`;
  let sum = 0;
  return split.map(({ to }, index) => {
    const weight = weights[index] ?? 0;
    sum += weight;
    const earlier = split.slice(0, index).filter((share) => share.to === to).length;
    return {
      name: `${prefix}.${index}`,
      variant: shareKey(key, to, earlier, finish?.since),
      to: ready(to),
      weight,
      until: sum / total,
    };
  });
}

/** Returns conditions with the cheapest ones first. */
function conditionsOf(when: LinkRule["when"]): Condition[] {
  const conditions: Condition[] = [];
  for (const kind of ["from", "until"] as const) {
    const moment = when[kind] === undefined ? null : parseTimestamp(when[kind]);
    if (moment) conditions.push({ kind, at: moment.getTime() });
  }
  for (const { name, value } of when.query ?? []) conditions.push({ kind: "query", name: parameterName(name), value });
  for (const kind of ["language", "device", "os", "browser"] as const) {
    const any = when[kind];
    if (any === undefined) continue;
    const all = typeof any === "string" ? [any] : any;
    // An old rule may contain an outdated code of its language.
    conditions.push({ kind, any: kind === "language" ? all.map((code) => languageTag(code) ?? code) : all });
  }
  if (when.days || when.hours) {
    conditions.push({
      kind: "week",
      days: (when.days ?? days).map((day) => days.indexOf(day)),
      from: minutesOf(when.hours?.from),
      until: minutesOf(when.hours?.until),
      zone: when.timezone ?? "UTC",
    });
  }
  for (const kind of ["country", "region", "city"] as const) {
    const any = when[kind];
    if (any !== undefined) conditions.push({ kind, any: typeof any === "string" ? [any] : any });
  }
  return conditions;
}

function minutesOf(time = "00:00"): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

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

// What decided a visit is identified by its content instead of its position, because rules are moved and inserted. A
// variant is `<rule>.<destination>`, such as `4fzyo8.1k9z2ab`. Changing a rule's conditions creates another rule, and
// changing a destination creates another variant, so visits to the old page never count for the new one. Weights may
// change.

/** Returns the identity of a rule by its conditions, in any order. */
const ruleKey = (conditions: Condition[]): string =>
  shortHash(
    conditions
      .map((condition) => JSON.stringify(sorted(condition)))
      .sort()
      .join("\n"),
  );

/** Returns the identity of a rule's only destination. */
export const variantKey = (rule: string, to: string): string => `${rule}.${shortHash(to)}`;

/**
 * Returns the identity of one of several destinations. `earlier` of them are identical and come before it. A test that
 * ends automatically counts from its beginning (`since`), so its variants differ from earlier ones.
 */
const shareKey = (rule: string, to: string, earlier: number, since = ""): string =>
  `${rule}.${shortHash(`split ${earlier} ${to}${since && ` ${since}`}`)}`;

/** The rule for visitors that no other rule matches. */
export const OWN = "url";

function sorted(condition: Condition): Condition {
  if (condition.kind === "week") return { ...condition, days: condition.days.toSorted((a, b) => a - b) };
  return "any" in condition ? { ...condition, any: condition.any.toSorted() } : condition;
}

/**
 * Returns 53 bits of two multiplicative hashes (mixed as in cyrb53): enough to keep a link's few thousand variants
 * apart.
 */
function shortHash(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return ((other & 0x1fffff) * 0x1_0000_0000 + (one >>> 0)).toString(36);
}
