import { knownAgent } from "@/lib/clicks/classify/agents";
import { BURST, type BurstLimits, NO_OTHER_CLICK_SECONDS, TWICE, TWICE_SECONDS } from "@/lib/clicks/classify/bursts";
import { isHostingLabel } from "@/lib/clicks/classify/hosting-names";
import { isReferrerSpam } from "@/lib/clicks/classify/referrer-spam";
import type { Verdict } from "@/lib/clicks/classify/verdict";
import type { PastClick } from "@/lib/clicks/store/past-click";

/** The rules by the prefix of their names. */
export const ruleNames = ["head", "prefetch", "agent", "referrer", "headers", "network", "burst", "twice"] as const;
export type RuleName = (typeof ruleNames)[number];

/** The rules and limits that a dry run applies. */
export interface RuleDryRun extends BurstLimits {
  without: ReadonlySet<RuleName>;
}

const MINUTE_MS = 60_000;
const ruleOf = (robot: string | null) => robot?.replace(/:.*/s, "") as RuleName | undefined;
const isChecker = (verdict?: Verdict | null) => verdict?.class === "network" || verdict?.rule === "headers";
const minuteOf = ({ at }: PastClick) => Math.floor(at / MINUTE_MS);

/**
 * Returns the verdict on a single click. The request itself is not stored, so rules on it can only be switched off, not
 * applied to more clicks.
 */
export function judgeClickAlone(click: PastClick, { without }: RuleDryRun): Verdict | null {
  const rule = ruleOf(click.robot);
  const kept = { class: (click.class ?? "robot") as Verdict["class"], rule: click.robot ?? "" };
  const stays = (name: RuleName) => rule === name && !without.has(name);
  if (stays("head") || stays("prefetch")) return kept;
  if (stays("agent")) return { ...kept, class: knownAgent(kept.rule.slice("agent:".length))?.class ?? kept.class };
  if (click.referrer !== null && !without.has("referrer") && isReferrerSpam(click.referrer))
    return { class: "spam", rule: `referrer:${click.referrer}`.slice(0, 60) };
  if (stays("headers")) return kept;
  return stays("network") && isHostingLabel(kept.rule.slice("network:".length)) ? kept : null;
}

/**
 * Returns the verdicts on the clicks of a minute. `near` also contains the clicks of the minutes before and after it.
 */
export function judgeMinute(near: PastClick[], minute: number, trial: RuleDryRun): Map<PastClick, Verdict | null> {
  const alone = new Map(near.map((click) => [click, judgeClickAlone(click, trial)]));
  const within = near.filter((click) => minuteOf(click) === minute);
  const verdicts = new Map(within.map((click) => [click, alone.get(click) ?? null]));
  const people = (clicks: PastClick[]) => clicks.filter((click) => click.network !== null && alone.get(click) === null);
  if (!trial.without.has("burst"))
    for (const burst of burstsOf(people(within), trial)) for (const click of burst) verdicts.set(click, BURST);
  if (trial.without.has("twice")) return verdicts;
  const pairs = groupsOf(
    near.filter((click) => click.link > 0 && click.network !== null),
    ({ link, agent }) => `${link} ${agent}`,
  );
  for (const group of pairs) {
    const [person, other] = people(group).filter(
      (click) => Math.abs(click.at - minute * MINUTE_MS) < (60 + NO_OTHER_CLICK_SECONDS) * 1_000,
    );
    if (!person || other || verdicts.get(person) !== null) continue;
    const isFirst = (first: PastClick) =>
      isChecker(alone.get(first)) &&
      first.network !== person.network &&
      first.at <= person.at &&
      first.at >= person.at - TWICE_SECONDS * 1_000;
    if (group.some(isFirst)) verdicts.set(person, TWICE);
  }
  return verdicts;
}

function* burstsOf(people: PastClick[], { clicks, alike }: RuleDryRun): Generator<PastClick[]> {
  for (const visited of groupsOf(people, ({ link, qr, bio, network }) => `${link} ${qr} ${bio} ${network}`))
    for (const same of groupsOf(visited, ({ agent }) => `${agent}`))
      if (same.length >= clicks && same.length >= alike * visited.length) yield same;
}

function groupsOf(clicks: PastClick[], keyOf: (click: PastClick) => string): Iterable<PastClick[]> {
  const groups = new Map<string, PastClick[]>();
  for (const click of clicks) {
    const key = keyOf(click);
    const group = groups.get(key);
    if (group) group.push(click);
    else groups.set(key, [click]);
  }
  return groups.values();
}
