import { meetsLanguage } from "@/lib/contract/language-codes";
import { cityParts } from "@/lib/contract/places";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import { type Condition, type ReadyRule, readyRules } from "./ready-rules";

/** A rule by its name in requests, and its position among all rules of its link, from 1. */
interface NamedRule {
  name: string;
  position: number;
}

/** Above this many combinations of values, a rule is only compared as a whole with each earlier one. */
const mostCombinations = 500;

/**
 * Returns the rules that never apply because earlier rules match all of their visitors, or because their period has
 * ended.
 */
export function rulesThatNeverApply(stored: LinkRule[], now = Date.now()): { covered: NamedRule[]; over: NamedRule[] } {
  const rules = readyRules(stored, null).filter(({ name }) => name !== "split");
  const named = rules.map((rule, index) => ({ rule, name: rule.name, position: index + 1 }));
  const isOver = ({ conditions }: ReadyRule) => conditions.some((one) => one.kind === "until" && one.at <= now);
  return {
    over: named.filter(({ rule }) => isOver(rule)).map(withoutRule),
    covered: named
      .filter(({ rule }, index) => !isOver(rule) && isCovered(rule.conditions, rules.slice(0, index), now))
      .map(withoutRule),
  };
}

const withoutRule = ({ name, position }: NamedRule): NamedRule => ({ name, position });

/** Returns whether every visitor who meets the conditions meets those of an earlier rule. */
function isCovered(conditions: Condition[], earlier: ReadyRule[], now: number): boolean {
  const covers = (part: Condition[]) =>
    earlier.some((rule) => rule.conditions.every((condition) => follows(condition, part, now)));
  return covers(conditions) || combinationsOf(conditions).every(covers);
}

/** Splits conditions with several values into all combinations of one value each: several rules may cover them. */
function combinationsOf(conditions: Condition[]): Condition[][] {
  let combinations: Condition[][] = [[]];
  for (const condition of conditions) {
    const values = "any" in condition ? visitorsOf(condition).map((value) => ({ ...condition, any: [value] })) : [];
    const parts: Condition[] = values.length > 0 ? values : [condition];
    if (combinations.length * parts.length > mostCombinations) return [conditions];
    combinations = combinations.flatMap((begun) => parts.map((part) => [...begun, part]));
  }
  return combinations;
}

/** The values of visitors who meet a condition. Norwegian has two forms, and a general code that matches both. */
function visitorsOf({ kind, any }: Extract<Condition, { any: string[] }>): string[] {
  const forms: Record<string, string[]> = { no: ["no", "nb", "nn"], nb: ["nb", "no"], nn: ["nn", "no"] };
  return kind === "language" ? [...new Set(any.flatMap((tag) => forms[tag] ?? tag))] : any;
}

/** Returns whether a condition holds for every visitor who meets all of the `given` ones. */
function follows(condition: Condition, given: Condition[], now: number): boolean {
  switch (condition.kind) {
    case "from":
      return condition.at <= now || given.some((one) => one.kind === "from" && one.at >= condition.at);
    case "until":
      return given.some((one) => one.kind === "until" && one.at <= condition.at);
    case "query":
      return given.some(
        (one) =>
          one.kind === "query" &&
          one.name === condition.name &&
          (condition.value === undefined || one.value === condition.value),
      );
    case "week":
      return isAlways(condition) || given.some((one) => one.kind === "week" && isWithin(one, condition));
    default:
      return given.some((one) => "any" in one && one.any.every((value) => implies(one.kind, value, condition)));
  }
}

type Listed = Extract<Condition, { any: string[] }>;

/** Returns whether a visitor with this country, language, device or the like always meets a condition. */
function implies(kind: Listed["kind"], value: string, { kind: wantedKind, any }: Listed): boolean {
  if (kind === "language")
    return (
      wantedKind === kind &&
      visitorsOf({ kind, any: [value] }).every((tag) => any.some((one) => meetsLanguage(one, tag)))
    );
  const also = impliedBy(kind, value);
  return also.some(([of, what]) => of === wantedKind && any.some((one) => one.toLowerCase() === what.toLowerCase()));
}

/** What is true of every visitor with this value: a city is in a country, and an iPhone is a mobile device. */
function impliedBy(kind: Listed["kind"], value: string): [kind: Listed["kind"], value: string][] {
  const own: [Listed["kind"], string][] = [[kind, value]];
  if (kind === "device" && value === "iphone") return [...own, ["device", "mobile"], ["os", "iOS"]];
  if (kind === "device" && value === "ipad") return [...own, ["device", "tablet"], ["os", "iOS"]];
  if (kind === "region") return [...own, ["country", value.slice(0, 2)]];
  if (kind === "city") {
    const { name, within } = cityParts(value);
    const country = within.slice(0, 2);
    return [...own, ["city", `${name}, ${country}`], ["region", within], ["country", country]];
  }
  return own;
}

type Week = Extract<Condition, { kind: "week" }>;

const minutesOfDay = 1_440;
const minutesOfWeek = 7 * minutesOfDay;

const isAlways = ({ days, from, until }: Week) => new Set(days).size === 7 && from === until;

/** Returns whether a week's times are all within another's. In different time zones that may change with the year. */
const isWithin = (one: Week, other: Week) =>
  one.zone === other.zone && one.days.every((day) => isCoveredBy(other, startOn(one, day), lengthOf(one)));

const startOn = ({ from }: Week, day: number) => day * minutesOfDay + from;
const lengthOf = ({ from, until }: Week) => (from < until ? until - from : minutesOfDay - from + until);

/** Returns whether a time of `length` minutes is within a week's times, which may follow each other without a gap. */
function isCoveredBy(week: Week, start: number, length: number): boolean {
  for (let done = 0; done < length; ) {
    const passed = week.days.map((day) => (start + done - startOn(week, day) + 2 * minutesOfWeek) % minutesOfWeek);
    const left = lengthOf(week) - Math.min(...passed);
    if (left <= 0) return false;
    done += left;
  }
  return true;
}
