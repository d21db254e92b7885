import type { Transaction } from "@/lib/platform/db";
import type { Limited } from "@/lib/resources/plans/quota";
import type { LockedLink } from "./lock-links";
import type { LinkAddress } from "./service";

export type Action =
  | "domain"
  | "campaign"
  | "channel"
  | "tag"
  | "untag"
  | "public"
  | "private"
  | "archive"
  | "unarchive"
  | "delete";

/** What a change has done. */
export interface Changed {
  /** of those that are not as they were before */
  ids: number[];
  /** what they were given, where it was made for that */
  target?: number;
  /** what caches know them by, and knew them by before */
  addresses?: LinkAddress[];
  /** the campaign or domain that each of them had, 0 for none */
  befores?: number[];
  /** those whose alias another link has there */
  taken?: LockedLink[];
}

/** One change of many links, of which all is checked that can be before they are locked. */
export interface Step {
  action: Action;
  /** the campaign, channel, domain or tag, where it is there already */
  target: number | null;
  /** what it makes more of, which is limited in number */
  within?: Limited;
  /** whether it stores more than there was */
  stores?: boolean;
  change(tx: Transaction, ids: number[], room: number): Promise<Changed>;
}

export const changedOf = (links: LinkAddress[]): Changed => ({ ids: links.map(({ id }) => id), addresses: links });
