import { countryName, languageName } from "@/lib/links/places";
import { days } from "@/lib/links/rule-fields";
import { formatTimestamp } from "@/lib/timestamp";
import type { Condition } from "./conditions";
import type { ReasonWords } from "./explain";
import { clock, localTime } from "./local-time";

/** The reasons as the API says them. */
export const englishReasons: ReasonWords = {
  finding(condition, visitor, held) {
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
  },
  split: "Its visitors are split by weight; a visitor always gets the same part.",
  untried: (decided) => `Not tried: ${decided} decides before it.`,
};

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

const moment = (at: number) => `${formatTimestamp(new Date(at))} UTC`;

const either = (values: string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(values);
