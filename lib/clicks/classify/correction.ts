import { type Utm, utmFields } from "@/lib/contract/utm";
import { type Agent, findSocialNetwork, type SocialNetwork } from "./enrich";
import type { ClickedSubject, EnrichedClick } from "./enriched-click";
import type { Origin } from "./origin";
import { RULESET, type Verdict } from "./visit";

type Same = "at" | "visitor" | "country" | "region" | "city" | "language" | "referrer" | "beyond";

/** A stored click by a person. Corrections that wait for ClickHouse are stored in this form, so its names stay. */
export interface StoredClick extends Pick<EnrichedClick, Same>, Agent, Origin, Utm {
  linkId: number | null;
  qrCodeId: number | null;
  campaignId: number | null;
  bioPageId: number | null;
  unique: boolean;
  rule: string | null;
  variant: string | null;
  firstOfVariant: boolean | null;
  devices: number | null;
  bioBlock: string | null;
  id: string;
  /** hexadecimal digits */
  seal: string | null;
}

/** A click with further facts about it. */
export interface Counted {
  click: EnrichedClick;
}

/** Returns the click as it was counted, except for whether its campaigns were new to its visitor. */
export function toEnrichedClick(stored: StoredClick): EnrichedClick {
  const { referrer, browser } = stored;
  const ids = { link: stored.linkId, qr: stored.qrCodeId, campaign: stored.campaignId, bio: stored.bioPageId } as const;
  const subjects: ClickedSubject[] = [];
  for (const [subject, id] of Object.entries(ids) as [keyof typeof ids, number | null][])
    if (id) subjects.push({ subject, id, first: false });
  const [first] = subjects;
  if (first) first.first = stored.unique;
  const utm: Utm = {};
  for (const field of utmFields) if (stored[field]) utm[field] = stored[field];
  return {
    ...stored,
    subjects,
    mayForward: false,
    robot: null,
    class: null,
    ruleset: RULESET,
    social: findSocialNetwork(referrer, "") ?? BROWSERS[browser] ?? null,
    utm,
    rule: stored.rule ?? undefined,
    variant: stored.variant ?? undefined,
    firstOfVariant: stored.firstOfVariant === true,
    devices: stored.devices ?? 0,
    bioBlock: stored.bioBlock ?? undefined,
    id: Number(stored.id),
    seal: stored.seal ?? "",
  };
}

/** Networks by browser, because user agents are not stored: see `describeAgent`. */
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
