import { type SocialNetwork, socialOf } from "./enrich";
import type { ClickedSubject, EnrichedClick } from "./enriched-click";
import { RULESET, type Verdict } from "./verdict";
import { type Utm, utmFields } from "./visit";

/** A stored click by a person. */
export interface StoredClick extends Utm {
  /** milliseconds since 1970 */
  at: number;
  linkId: number | null;
  qrCodeId: number | null;
  campaignId: number | null;
  bioPageId: number | null;
  visitor: string | null;
  unique: boolean;
  country: string | null;
  language: string | null;
  referrer: string;
  browser: string;
  os: string;
  device: string;
  rule: string | null;
  variant: string | null;
  firstOfVariant: boolean | null;
  devices: number | null;
  region: string | null;
  city: string | null;
  bioBlock: string | null;
  beyond: number;
  network: number | null;
  agent: number | null;
  id: string;
  /** hexadecimal digits */
  seal: string | null;
}

/** A click with further facts about it. */
export interface Counted {
  click: EnrichedClick;
}

/** Returns the click as it was counted, except for whether its campaigns were new to its visitor. */
export function clickOf(stored: StoredClick): EnrichedClick {
  const { at, visitor, unique, country, region, city, language, referrer, browser, os, device } = stored;
  const ids = { link: stored.linkId, qr: stored.qrCodeId, campaign: stored.campaignId, bio: stored.bioPageId } as const;
  const subjects: ClickedSubject[] = [];
  for (const [subject, id] of Object.entries(ids) as [keyof typeof ids, number | null][])
    if (id) subjects.push({ subject, id, first: false });
  const [first] = subjects;
  if (first) first.first = unique;
  const utm: Utm = {};
  for (const field of utmFields) if (stored[field]) utm[field] = stored[field];
  return {
    at,
    subjects,
    visitor,
    mayForward: false,
    robot: null,
    class: null,
    ruleset: RULESET,
    country,
    region,
    city,
    language,
    referrer,
    browser,
    os,
    device,
    social: socialOf(referrer, "") ?? BROWSERS[browser] ?? null,
    utm,
    rule: stored.rule ?? undefined,
    variant: stored.variant ?? undefined,
    firstOfVariant: stored.firstOfVariant === true,
    devices: stored.devices ?? 0,
    bioBlock: stored.bioBlock ?? undefined,
    beyond: stored.beyond,
    network: stored.network,
    agent: stored.agent,
    id: Number(stored.id),
    seal: stored.seal ?? "",
  };
}

/** Networks by browser, because user agents are not stored: see `agentOf`. */
const BROWSERS: Record<string, SocialNetwork> = { Facebook: "network1", X: "network2", Instagram: "network3" };

/** Returns the same click as a bot's: nothing is new to a bot, and a bot's click is never beyond a limit. */
export const withVerdict = (click: EnrichedClick, { class: kind, rule }: Verdict): EnrichedClick => ({
  ...click,
  subjects: click.subjects.map((clicked) => ({ ...clicked, first: false })),
  class: kind,
  robot: rule,
  firstOfVariant: false,
  beyond: 0,
});
