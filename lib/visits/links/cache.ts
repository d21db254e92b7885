import { foldAlias, linkKey } from "@/lib/contract/alias";
import { batchedLoad } from "@/lib/platform/cache/batched-load";
import { follow, subscribe } from "@/lib/platform/database/changes";
import { processSingleton } from "@/lib/platform/singleton";
import type { AliasCandidate } from "@/lib/resources/links/routing/address";
import { type LinkSnapshot, loadSnapshots } from "@/lib/resources/links/routing/snapshot";
import { type Client, SnapshotCache } from "@/lib/visits/core/snapshot-cache";

/** How long (ms) a link is fresh. With a shorter time, a busy service would reread its links all the time. */
const FRESH_MS = 300_000;

/** The link that a path leads to, and the part of the path that is the link's alias. */
export interface Found {
  link: LinkSnapshot;
  beginning: AliasCandidate;
}

/** The links that visitors open. Unknown aliases are remembered for a moment. */
export class LinkCache {
  private readonly links = new SnapshotCache<LinkSnapshot>({
    share: "links",
    most: 500_000,
    load: batchedLoad({
      loadMany: (keys) => loadSnapshots(keys.map(addressOf)),
      mostKeys: 100,
      mostQueries: 2,
    }),
    freshForMs: FRESH_MS,
    refreshesBehind: true,
    staleIfErrorMs: FRESH_MS,
    absent: { most: 20_000, forMs: 5_000 },
    groupOf: ({ ownerId }) => ownerId,
  });

  /** Returns the link at an address; see `SnapshotCache.find`. */
  find(domainId: number, alias: string, client?: Client): LinkSnapshot | null | Promise<LinkSnapshot | null> {
    return this.links.find(linkKey(domainId, foldAlias(alias)), client);
  }

  /**
   * Returns the link at the longest beginning of a path that exists and `fits`; null if there is none. A link knows
   * whether longer aliases begin with its own. If none do, the database is not asked for the rest of the path.
   */
  findLongest(
    domainId: number,
    beginnings: AliasCandidate[],
    fits: (found: Found) => boolean,
    client: Client,
  ): Found | null | Promise<Found | null> {
    const keys = beginnings.map(({ alias }) => linkKey(domainId, foldAlias(alias)));
    let areLongerKnown = true;
    for (const [index, beginning] of beginnings.entries()) {
      const link = this.links.peek(keys[index] as string);
      areLongerKnown = link ? areLongerKnown || !link.deeper : false;
      if (!link) continue;
      if (!areLongerKnown) break;
      if (fits({ link, beginning })) return { link, beginning };
    }
    if (areLongerKnown) return null;
    return this.links.findAll(keys, client).then((links) => {
      const found = beginnings.map((beginning, index) => ({ link: links[index], beginning }));
      return (found.find((one) => one.link && fits(one as Found)) ?? null) as Found | null;
    });
  }

  /** Returns how often the cache was used since the process started. */
  get use(): { hits: number; misses: number; size: number } {
    const { hits, misses, size } = this.links;
    return { hits, misses, size };
  }

  invalidate(key: string): void {
    this.links.invalidate(key);
  }

  /** For an account's links: it was deleted, or what they inherit from it or from a domain has changed. */
  markOwnedByStale(userId: number): void {
    this.links.markGroupStale(userId);
  }

  markAllStale(certain = false): void {
    this.links.markAllStale(certain);
  }
}

/** Reverses `linkKey`. */
function addressOf(key: string): { domainId: number; alias: string } {
  const end = key.indexOf(":");
  return { domainId: Number(key.slice(0, end)), alias: key.slice(end + 1) };
}

export const linkCache = () =>
  processSingleton("linkCache", () => {
    const cache = follow(new LinkCache(), "link_changed");
    for (const topic of ["account_links_changed", "account_deleted"] as const)
      subscribe(topic, {
        changed: (userId) => cache.markOwnedByStale(Number(userId)),
        anyChanged: (certain) => cache.markAllStale(certain),
      });
    return cache;
  });
