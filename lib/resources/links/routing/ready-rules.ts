import { days } from "@/lib/contract/days";
import { languageTag } from "@/lib/contract/language-codes";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { parameterName } from "@/lib/contract/utm";
import { inOrder, type LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink } from "@/lib/resources/links/schema";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import type { Condition } from "./conditions";
import { ruleKey, shareKey, variantKey } from "./variants";

/** A rule in the form that visits test, with nothing left to parse. */
export interface ReadyRule {
  /** its field: `rules.0`, `geotarget.2` or `deeplink.apple` */
  name: string;
  /** identifies it regardless of its position, see `variants.ts` */
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
