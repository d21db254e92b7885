import { foldAlias, linkKey } from "@/lib/contract/alias";
import { batchedLoad } from "@/lib/platform/batched-load";
import { follow } from "@/lib/platform/changes";
import { processSingleton } from "@/lib/platform/singleton";
import type { Client } from "@/lib/visits/miss-limiter";
import { SnapshotCache } from "@/lib/visits/snapshot-cache";
import { type LinkSnapshot, loadSnapshots } from "./snapshot";

/** A shorter time would read a busy service's links again all the time. */
const FRESH_MS = 300_000;

/** The links that visitors ask for. Unknown aliases are remembered for a moment. */
export class LinkCache {
  private readonly links = new SnapshotCache<LinkSnapshot>({
    share: "links",
    most: 250_000,
    load: batchedLoad({
      loadMany: (keys) => loadSnapshots(keys.map(addressOf)),
      mostKeys: 100,
      mostQueries: 4,
    }),
    freshForMs: FRESH_MS,
    refreshesBehind: true,
    staleIfErrorMs: FRESH_MS,
    absent: { most: 20_000, forMs: 5_000 },
  });

  /** The link at an address, as `SnapshotCache.find` has it. */
  find(domainId: number, alias: string, client?: Client): LinkSnapshot | null | Promise<LinkSnapshot | null> {
    return this.links.find(linkKey(domainId, foldAlias(alias)), client);
  }

  invalidate(key: string): void {
    this.links.invalidate(key);
  }

  markAllStale(): void {
    this.links.markAllStale();
  }
}

/** The reverse of `linkKey`. */
function addressOf(key: string): { domainId: number; alias: string } {
  const end = key.indexOf(":");
  return { domainId: Number(key.slice(0, end)), alias: key.slice(end + 1) };
}

export const linkCache = () => processSingleton("linkCache", () => follow(new LinkCache(), "link_changed"));
