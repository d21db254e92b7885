import { type LinkStatus, linkStatuses } from "@/lib/contract/link-state";
import type { Transaction } from "@/lib/platform/database/db";
import type { LinkAddress } from "@/lib/resources/links/service";
import type { Limited } from "@/lib/resources/plans/quota";
import type { LockedLink } from "./lock-links";

export type Action =
  | "domain"
  | "campaign"
  | "channel"
  | "tag"
  | "untag"
  | "import"
  | "public"
  | "private"
  | "off"
  | "archive"
  | "unarchive"
  | "delete";

/** The number that `befores` has for a status. */
export const statusCode = (status: LinkStatus) => linkStatuses.indexOf(status) + 1;

export const statusOfCode = (code: number): LinkStatus | undefined => linkStatuses[code - 1];

/** The result of a change. */
export interface Changed {
  /** the links that were changed */
  ids: number[];
  /** the id of what they were assigned to, if the change created it */
  target?: number;
  /** the cache keys of the links, before and after the change */
  addresses?: LinkAddress[];
  /** the previous campaign, domain or status of each link, 0 for none; the id of a tag that the change created */
  befores?: number[];
  /** links whose alias is taken on the domain */
  taken?: LockedLink[];
}

/** One change of many links. Everything that can be checked without locking them has been checked. */
export interface Step {
  action: Action;
  /** the id of the campaign, channel, domain or tag, if it exists already */
  target: number | null;
  /** the limited resource that the change adds to */
  within?: Limited;
  /** whether it needs more storage */
  stores?: boolean;
  change(tx: Transaction, ids: number[], room: number): Promise<Changed>;
}

export const changedOf = (links: LinkAddress[]): Changed => ({ ids: links.map(({ id }) => id), addresses: links });
