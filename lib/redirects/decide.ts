import type { LinkRule } from "@/lib/links/schema";
import type { LinkSnapshot } from "./snapshot";

/** What a decision may depend on. What costs something to find out is asked for only by the rules that need it. */
export interface Visitor {
  now: number;
  userAgent: string;
  country(): string | null;
  language(): string | null;
  /** Desktop, Mobile, Tablet, TV or Unknown */
  device(): string;
}

export interface Arrival {
  kind: "redirect";
  to: string;
  status: number;
}

export type Decision =
  | Arrival
  | { kind: "interstitial"; page: "password" }
  /** the link has ended; `to` is where its owner sends visitors now */
  | { kind: "gone"; to: string | null }
  | { kind: "missing" };

/** Where a visitor of `link` goes. Pure: the same link and visitor always give the same answer. */
export function decide(link: LinkSnapshot, visitor: Visitor): Decision {
  if (link.private) return { kind: "missing" };
  if (link.expiresAt !== null && link.expiresAt <= visitor.now) return { kind: "gone", to: link.expiryUrl };
  if (link.passwordHash !== null) return { kind: "interstitial", page: "password" };
  return arrival(link, visitor);
}

/** The destination for a visitor whom nothing holds up any more. */
export function arrival(link: LinkSnapshot, visitor: Visitor): Arrival {
  const rule = link.rules.find(({ when }) => holds(when, visitor));
  return { kind: "redirect", to: rule?.to ?? storeOf(link, visitor) ?? link.destination, status: link.status };
}

function holds(when: LinkRule["when"], visitor: Visitor): boolean {
  if ("country" in when) return visitor.country() === when.country;
  if ("language" in when) return visitor.language() === when.language;
  return isDevice(when.device, visitor);
}

const agents: Record<string, RegExp> = {
  iphone: /iPhone|iPod/,
  ipad: /iPad/,
  android: /Android/,
  windows: /Windows/,
  mac: /Macintosh|Mac OS X(?!.*Mobile)/,
  linux: /Linux(?!.*Android)/,
};

function isDevice(device: string, visitor: Visitor): boolean {
  const agent = agents[device];
  return agent ? agent.test(visitor.userAgent) : visitor.device().toLowerCase() === device;
}

function storeOf({ deepLink }: LinkSnapshot, { userAgent }: Visitor): string | undefined {
  if (!deepLink) return undefined;
  if (/iPhone|iPod|iPad/.test(userAgent)) return deepLink.apple;
  return /Android/.test(userAgent) ? deepLink.google : undefined;
}
