import { countryName, languageName } from "@/lib/links/places";
import { days } from "@/lib/links/rule-fields";
import { formatTimestamp } from "@/lib/timestamp";
import { type Condition, holds } from "./conditions";
import { localTime } from "./local-time";
import type { ReadyRule } from "./rules";
import type { LinkSnapshot } from "./snapshot";
import type { Visitor } from "./visitor";

interface Tried {
  rule: string;
  matched: boolean;
  reason: string;
}

/** Why each of a link's rules decides or does not decide about a visitor, as plain sentences. */
export function explain(link: LinkSnapshot, visitor: Visitor): Tried[] {
  let decided: string | undefined;
  return link.rules.map((rule) => {
    const { name, conditions } = rule;
    if (decided) return { rule: name, matched: false, reason: `Not tried: ${decided} decides before it.` };
    const failing = conditions.find((condition) => !holds(condition, visitor));
    if (failing) return { rule: name, matched: false, reason: sentence(failing, visitor) };
    decided = name;
    return { rule: name, matched: true, reason: reasonsOf(rule, visitor) };
  });
}

function reasonsOf({ conditions, target }: ReadyRule, visitor: Visitor): string {
  const sentences = conditions.map((condition) => sentence(condition, visitor));
  if (typeof target !== "string") {
    sentences.push("Its visitors are split by weight; a visitor always gets the same part.");
  }
  return sentences.join(" ");
}

/** What a condition finds, and what it wants where that is something else. */
function sentence(condition: Condition, visitor: Visitor): string {
  const held = holds(condition, visitor);
  switch (condition.kind) {
    case "country":
      return compared("country", visitor.country(), condition.any, held, countryName);
    case "language":
      return compared("language", visitor.language(), condition.any, held, languageName);
    case "os":
      return compared("operating system", visitor.agent().os, condition.any, held);
    case "browser":
      return compared("browser", visitor.agent().browser, condition.any, held);
    case "device":
      return `The device is ${held ? "" : "not "}${either(condition.any)}.`;
    case "query":
      return queryCompared(condition, visitor.query().getAll(condition.name), held);
    case "from":
      return `The visit is ${held ? "not " : ""}before ${moment(condition.at)}.`;
    case "until":
      return `The visit is ${held ? "before" : "not before"} ${moment(condition.at)}.`;
    case "week":
      return weekCompared(condition, visitor.now, held);
  }
}

function compared(
  noun: string,
  actual: string | null,
  wanted: string[],
  held: boolean,
  named = (value: string) => value,
): string {
  const found = actual === null || actual === "Unknown" ? "unknown" : named(actual);
  return `The ${noun} is ${found}${held ? "" : `, not ${either(wanted.map(named))}`}.`;
}

function queryCompared({ name, value }: Extract<Condition, { kind: "query" }>, found: string[], held: boolean): string {
  if (found.length === 0) return `The address has no parameter ${name}.`;
  if (value === undefined) return `The address has the parameter ${name}.`;
  return `The parameter ${name} is ${held ? `"${value}"` : `"${found.join('", "')}", not "${value}"`}.`;
}

function weekCompared(
  { days: wanted, from, until, zone }: Extract<Condition, { kind: "week" }>,
  now: number,
  held: boolean,
): string {
  const { day, minute } = localTime(now, zone);
  const on = wanted.length === days.length ? "" : ` on ${either(wanted.map((day) => dayNames[day] ?? ""))}`;
  const between = from === until ? "" : ` from ${clock(from)} to ${clock(until)}`;
  return `It is ${dayNames[day]} ${clock(minute)} (${zone})${held ? "" : `, not${on}${between}`}.`;
}

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);

const moment = (at: number) => `${formatTimestamp(new Date(at))} UTC`;

const either = (values: string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(values);
