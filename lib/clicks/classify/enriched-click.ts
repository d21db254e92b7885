import type { ClickClass, ClickSubject } from "@/generated/prisma/enums";
import type { Utm } from "@/lib/contract/utm";
import { env } from "@/lib/platform/env";
import { findDeviceBits } from "./device-words";
import { type Agent, describeAgent, findSocialNetwork, readLanguage, readReferrer, type SocialNetwork } from "./enrich";
import { locateAddress } from "./geography";
import { verdictOf } from "./judge";
import { describeOrigin, type Origin } from "./origin";
import type { RecordedClick } from "./recorded-click";
import { identifyVisitor, RULESET } from "./visit";

/** A click as it is stored. */
export interface EnrichedClick extends Agent, Origin {
  /** milliseconds since 1970 */
  at: number;
  /** if a link is among them, it comes first */
  subjects: ClickedSubject[];
  /** see `identifyVisitor`; null where the visitor asked not to be tracked */
  visitor: string | null;
  /** whether other services may learn of it: the visitor has not objected, and has agreed if CONSENT requires it */
  mayForward: boolean;
  /** the rule that recognized a bot (see `Verdict`); null for a person */
  robot: string | null;
  class: ClickClass | null;
  /** see `RULESET` */
  ruleset: number;
  country: string | null;
  /** see `Place` */
  region: string | null;
  city: string | null;
  language: string | null;
  referrer: string;
  social: SocialNetwork | null;
  utm: Utm | undefined;
  /** see `ClickSubjects` */
  rule: string | undefined;
  /** see `ClickSubjects` */
  variant: string | undefined;
  /** whether this is its visitor's first click on the variant */
  firstOfVariant: boolean;
  /** see `findDeviceBits` */
  devices: number;
  /** see `ClickSubjects` */
  bioBlock: string | undefined;
  /** the largest monthly click limit among the plans that it exceeds in its account's month; 0 if it exceeds none */
  beyond: number;
  /** its place: see `ClickSegment` in the schema; 0 before it is assigned */
  id: number;
  /** see `sealPlace` */
  seal: string;
}

export interface ClickedSubject {
  subject: ClickSubject;
  id: number;
  /** whether this is its visitor's first click on the subject */
  first: boolean;
}

/** Adds to a recorded click everything that can be determined without the database. */
export function enrich({ visit, subjects: recorded }: RecordedClick): EnrichedClick {
  const { linkId, qrCodeId, campaignId, bioPageId, bioBlock, rule, variant } = recorded;
  const subjects: ClickedSubject[] = [];
  if (linkId !== undefined) subjects.push({ subject: "link", id: linkId, first: false });
  if (qrCodeId !== undefined) subjects.push({ subject: "qr", id: qrCodeId, first: false });
  if (campaignId !== undefined) subjects.push({ subject: "campaign", id: campaignId, first: false });
  if (bioPageId !== undefined) subjects.push({ subject: "bio", id: bioPageId, first: false });
  const referrer = readReferrer(visit.referrer);
  const { browser, os, device } = describeAgent(visit.userAgent);
  const verdict = verdictOf(visit, referrer);
  const { country, region, city } = locateAddress(visit.address);
  return {
    at: visit.at,
    subjects,
    visitor: visit.untracked ? null : identifyVisitor(visit.address, visit.userAgent),
    mayForward: !visit.untracked && (env.CONSENT === "off" || visit.agreed === true),
    robot: verdict?.rule ?? null,
    class: verdict?.class ?? null,
    ruleset: RULESET,
    ...describeOrigin(visit),
    country,
    region,
    city,
    language: readLanguage(visit.language),
    referrer,
    browser,
    os,
    device,
    social: findSocialNetwork(referrer, visit.userAgent),
    utm: visit.utm,
    rule,
    variant,
    firstOfVariant: false,
    devices: findDeviceBits(visit.userAgent),
    bioBlock,
    beyond: 0,
    id: 0,
    seal: "",
  };
}
