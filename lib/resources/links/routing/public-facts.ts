import { withQuery } from "@/lib/resources/links/parameters";
import type { ReadyRule } from "./ready-rules";
import type { LinkSnapshot } from "./snapshot";

/** What the owner asked for before anyone gets to the destination. */
interface Guards {
  passwordHash: string | null;
  clickLimit: number | null;
  isPrivate: boolean;
}

interface PublicFacts {
  /** why strangers do not learn where the link leads; null if a visit tells everyone */
  hidden: "locked" | "limited" | null;
  /** whether they learn its title, which may be the destination's */
  title: boolean;
  /** whether they learn the icon of the destination's site */
  icon: boolean;
}

/**
 * Says what strangers may learn of a link that is open, without visiting it. Each page and answer about links calls
 * this. A link that is off, disabled, expired or used up tells nothing; `decide` and `hasVisits` know that. The words
 * and the image that the owner wrote for previews are meant for strangers, except those of a private link.
 */
export function publicFacts({ passwordHash, clickLimit, isPrivate }: Guards): PublicFacts {
  const hidden = passwordHash !== null ? "locked" : clickLimit !== null ? "limited" : null;
  const shows = hidden === null && !isPrivate;
  return { hidden, title: shows, icon: shows };
}

/**
 * Returns the destinations of a link's rules that strangers may learn, without the link's own destination. Those that
 * no visit can lead to at present are left out: they may be a plan, or the past.
 */
export function publicRuleDestinations({ rules, destination, addedQuery }: LinkSnapshot, now: number): string[] {
  // Compare addresses without the added parameters: a thousand addresses with them may take many MiB.
  const queries = new Map<string, string>();
  for (const { conditions, target, bare } of rules) {
    if (!isInForce(conditions, now)) continue;
    const shares =
      typeof target === "string" ? [target] : target.filter(({ weight }) => weight > 0).map(({ to }) => to);
    for (const to of shares) queries.set(to, bare ? "" : addedQuery);
  }
  return [...queries].map(([to, query]) => withQuery(to, query)).filter((url) => url !== destination);
}

const isInForce = (conditions: ReadyRule["conditions"], now: number) =>
  conditions.every(({ kind, ...condition }) => {
    if (!("at" in condition)) return true;
    return kind === "from" ? condition.at <= now : now < condition.at;
  });
