import type { LinkForward } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { describeAgent } from "@/lib/clicks/classify/enrich";
import { locateAddress, type Place } from "@/lib/clicks/classify/geography";
import { identifyVisitor as identityOf } from "@/lib/clicks/classify/visit";
import { linkKey } from "@/lib/contract/alias";
import { meetsAnyLanguage } from "@/lib/contract/language-codes";
import { type Limited, stateOf } from "@/lib/contract/link-state";
import { days } from "@/lib/contract/local-time";
import { cityParts, countryName, languageName } from "@/lib/contract/places";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import { parseParameters } from "@/lib/contract/utm";
import type { z } from "@/lib/contract/zod";
import { db } from "@/lib/platform/database/db";
import { normalHost } from "@/lib/resources/domains/host";
import { type Forwarded, forwardedBy } from "@/lib/resources/links/routing/address";
import { chooseDestination, type Decided, decide } from "@/lib/resources/links/routing/decide";
import { draftOf } from "@/lib/resources/links/routing/draft";
import { openingFor } from "@/lib/resources/links/routing/opening";
import { type Condition, clock, holds, type LocalTime, localTime } from "@/lib/resources/links/routing/ready-rules";
import { type LinkSnapshot, loadSnapshots } from "@/lib/resources/links/routing/snapshot";
import type { Visitor } from "@/lib/resources/links/routing/visitor";
import type { UpdateLink } from "@/lib/resources/links/schema";
import { getLink } from "@/lib/resources/links/service";
import type { Simulate, simulation } from "./schema";

type Simulation = z.infer<typeof simulation>;

/** Returns what a visitor of the actor's link would get, decided by the redirect's own code. */
export async function simulate(actor: Actor, id: number, input: Simulate): Promise<Simulation> {
  const { domainId, aliasFolded, domain, ...row } = await getLink(actor, id);
  const snapshots = await loadSnapshots([{ domainId, alias: aliasFolded }]);
  const link = snapshots.get(linkKey(domainId, aliasFolded)) as LinkSnapshot;
  return outcomeOf(link, row, domain.forward, input, englishReasons);
}

/** Simulates a link in the editor, which may not be saved: `changes` has the form of `updateLinkBody`. */
export async function simulateDraft(
  actor: Actor,
  id: number | null,
  changes: UpdateLink,
  input: Simulate,
  words: ReasonWords,
): Promise<Simulation> {
  authorize(actor, "links:read");
  const present = id === null ? null : await getLink(actor, id);
  const { link, row } = draftOf(present, changes);
  const forward = changes.domain === undefined ? present?.domain.forward : await forwardOn(actor, changes.domain);
  return outcomeOf(link, row, forward ?? "none", input, words);
}

async function forwardOn({ userId }: Actor, domain: string): Promise<LinkForward | undefined> {
  const host = normalHost(domain) ?? "";
  return (await db.domain.findFirst({ where: { host, userId }, select: { forward: true } }))?.forward;
}

/** `forward`: the setting of the link's domain. */
function outcomeOf(link: Decided, row: Limited, forward: LinkForward, input: Simulate, words: ReasonWords): Simulation {
  const { path = "", query = "" } = input;
  const behind = path === "" || path.startsWith("/") ? path : `/${path}`;
  const forwarded = forwardedBy(link.forward ?? forward, behind, `?${query}`);
  if (forwarded === undefined)
    return { outcome: "missing", destination: null, rule: null, opens: null, split: null, why: [] };
  const visitor = visitorOf(input, forwarded);
  const decision = decide(link, visitor);
  if (decision.kind === "disabled")
    return { outcome: "disabled", destination: null, rule: null, opens: null, split: null, why: [] };
  if (decision.kind === "missing")
    return { outcome: "missing", destination: null, rule: null, opens: null, split: null, why: [] };
  if (decision.kind === "gone" || stateOf(row, new Date(visitor.now)) === "limit-reached") {
    return { outcome: "ended", destination: link.expiryUrl, rule: null, opens: null, split: null, why: [] };
  }
  const { to, rule } = chooseDestination(link, visitor);
  const outcome = decision.kind === "redirect" ? "redirect" : "password";
  const opening = openingFor(link, to, { userAgent: visitor.userAgent, head: false, prefetch: false });
  const opens = opening && (opening.app ?? "browser");
  return { outcome, destination: to, rule, opens, split: sharesOf(link, rule), why: explain(link, visitor, words) };
}

/** Returns the shares of all visitors if `rule` is one destination of a split. */
function sharesOf({ rules }: Decided, rule: string | null): Simulation["split"] {
  const target = rules.find(({ name }) => rule?.startsWith(`${name}.`))?.target;
  if (!Array.isArray(target)) return null;
  const total = target.reduce((sum, { weight }) => sum + weight, 0);
  return target.map(({ to, weight }) => ({ destination: to, share: weight / total }));
}

/** Returns the place in a request. A city implies its region, and a region its country. */
function placeFrom({ country, region, city, address = "" }: Simulate): Place {
  if (country === undefined && region === undefined && city === undefined) return locateAddress(address);
  const { within } = cityParts(city ?? "");
  const found = region ?? (within.length > 2 ? within : null);
  return { country: country ?? ((found ?? within).slice(0, 2) || null), region: found, city: city ?? null };
}

function visitorOf(requested: Simulate, forwarded: Forwarded | null): Visitor {
  const { language, userAgent = "", time, query = "", address = "" } = requested;
  return {
    forwarded,
    now: time === undefined ? Date.now() : (parseTimestamp(time)?.getTime() ?? Number.NaN),
    userAgent,
    place: () => placeFrom(requested),
    language: () => language ?? null,
    speaks: (any) => meetsAnyLanguage(any, language ?? null),
    agent: () => describeAgent(userAgent),
    query: () => parseParameters(`?${query}`),
    identity: () => identityOf(address, userAgent),
  };
}

/** The reasons in the words of the API. */
const englishReasons: ReasonWords = {
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

interface Tried {
  rule: string;
  matched: boolean;
  reason: string;
}

type Compared = "country" | "region" | "city" | "language" | "os" | "browser";

/** The words for reasons in one language: what a condition found and, if it does not hold, what it requires. */
export interface ReasonWords {
  compared(kind: Compared, found: string | null, any: string[], held: boolean): string;
  device(any: string[], held: boolean): string;
  query(condition: Extract<Condition, { kind: "query" }>, found: string[], held: boolean): string;
  moment(condition: Extract<Condition, { kind: "from" | "until" }>, held: boolean): string;
  week(condition: Extract<Condition, { kind: "week" }>, now: LocalTime, held: boolean): string;
  split: string;
  untried(decided: string): string;
}

/** Returns, for each of a link's rules, sentences that say why the rule does or does not decide for a visitor. */
function explain({ rules }: Pick<LinkSnapshot, "rules">, visitor: Visitor, words: ReasonWords): Tried[] {
  let decided: string | undefined;
  return rules.map(({ name, conditions, target }) => {
    if (decided) return { rule: name, matched: false, reason: words.untried(decided) };
    const failing = conditions.find((condition) => !holds(condition, visitor));
    if (failing) return { rule: name, matched: false, reason: describeCondition(words, failing, visitor, false) };
    decided = name;
    const reasons = conditions.map((condition) => describeCondition(words, condition, visitor, true));
    if (typeof target !== "string") reasons.push(words.split);
    return { rule: name, matched: true, reason: reasons.join(" ") };
  });
}

function describeCondition(words: ReasonWords, condition: Condition, visitor: Visitor, held: boolean): string {
  switch (condition.kind) {
    case "country":
    case "region":
    case "city":
      return words.compared(condition.kind, visitor.place()[condition.kind], condition.any, held);
    case "language":
      return words.compared("language", visitor.language(), condition.any, held);
    case "os":
    case "browser": {
      const found = visitor.agent()[condition.kind];
      return words.compared(condition.kind, found === "Unknown" ? null : found, condition.any, held);
    }
    case "device":
      return words.device(condition.any, held);
    case "query":
      return words.query(condition, visitor.query().getAll(condition.name), held);
    case "from":
    case "until":
      return words.moment(condition, held);
    case "week":
      return words.week(condition, localTime(visitor.now, condition.zone), held);
  }
}
