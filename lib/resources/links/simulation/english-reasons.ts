import { days } from "@/lib/contract/days";
import { countryName, languageName } from "@/lib/contract/places";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { clock } from "@/lib/resources/links/routing/local-time";
import type { ReasonWords } from "./explain";

/** The reasons in the words of the API. */
export const englishReasons: ReasonWords = {
  compared(kind, found, any, held) {
    const { noun, named } = { noun: kind, named: (value: string) => value, ...conditionWording[kind] };
    const wanted = held ? "" : `, not ${either(any.map(named))}`;
    return `The ${noun} is ${found === null ? "unknown" : named(found)}${wanted}.`;
  },
  device: (any, held) => `The device is ${held ? "" : "not "}${either(any)}.`,
  query({ name, value }, found, held) {
    if (found.length === 0) return `The address has no parameter ${name}.`;
    if (value === undefined) return `The address has the parameter ${name}.`;
    return `The parameter ${name} is ${held ? `"${value}"` : `"${found.join('", "')}", not "${value}"`}.`;
  },
  moment: ({ kind, at }, held) =>
    `The visit is ${held === (kind === "from") ? "not " : ""}before ${formatTimestamp(new Date(at))} UTC.`,
  week({ days: wanted, from, until, zone }, { day, minute }, held) {
    const on = wanted.length === days.length ? "" : ` on ${either(wanted.map((day) => dayNames[day] ?? ""))}`;
    const between = from === until ? "" : ` from ${clock(from)} to ${clock(until)}`;
    return `It is ${dayNames[day]} ${clock(minute)} (${zone})${held ? "" : `, not${on}${between}`}.`;
  },
  split: "Its visitors are split by weight; a visitor always gets the same part.",
  untried: (decided) => `Not tried: ${decided} decides before it.`,
};

/** Kinds of conditions whose sentence needs other words than the default. */
const conditionWording: Record<string, { noun?: string; named?: (value: string) => string }> = {
  country: { named: countryName },
  language: { named: languageName },
  os: { noun: "operating system" },
};

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const either = (values: string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(values);
