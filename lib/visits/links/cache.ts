import { LRUCache } from "lru-cache";
import { byteBoundCache } from "@/lib/platform/byte-bound-cache";
import { once } from "@/lib/platform/once";
import { foldAlias, keyOf } from "@/lib/resources/links/alias";
import { type Asker, guesses } from "@/lib/visits/miss-limiter";
import { type LinkSnapshot, loadSnapshots } from "./snapshot";

/**
 * Notifications keep entries fresh; this bounds what a lost one can cost. A shorter time would read a busy service's
 * links again all the time.
 */
const refreshAfterMs = 300_000;
const unknownForMs = 5_000;
const maxLinks = 250_000;
const maxUnknown = 20_000;
/** Look-ups of one event-loop turn share a query, so many of them; at most this many queries run at a time. */
const maxBatch = 100;
const maxQueries = 4;

interface Entry {
  link: LinkSnapshot;
  loadedAt: number;
}

interface Deferred<T> {
  promise: Promise<T>;
  settle: (value: T) => void;
  fail: (error: unknown) => void;
}

// Promise.withResolvers, which Node 20 does not have.
function deferred<T>(): Deferred<T> {
  let settle: Deferred<T>["settle"] = () => undefined;
  let fail: Deferred<T>["fail"] = () => undefined;
  const promise = new Promise<T>((one, other) => {
    settle = one;
    fail = other;
  });
  return { promise, settle, fail };
}

interface Load extends Deferred<LinkSnapshot | null> {
  key: string;
  domainId: number;
  alias: string;
  /** changed while it was read: the answer must not be kept */
  outdated: boolean;
}

/**
 * The links that visitors ask for. A cached link is answered without waiting, also while the database is down;
 * unknown aliases have a small cache of their own, so that a scan cannot push out what people visit.
 */
export class LinkCache {
  private readonly links = byteBoundCache<Entry>("links", maxLinks);
  private readonly unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: unknownForMs });
  private readonly loads = new Map<string, Load>();
  private readonly waiting: Load[] = [];
  /** links that are read one by one */
  private readonly large: Load[] = [];
  private queries = 0;
  private doubtedUntil = 0;

  /**
   * The link at an address; at once where it is cached. Rejects where it is not and the database is out of reach.
   *
   * @throws tooManyGuesses where it is not cached and `asker` has missed too often
   */
  find(domainId: number, alias: string, asker?: Asker): LinkSnapshot | null | Promise<LinkSnapshot | null> {
    const folded = foldAlias(alias);
    const key = keyOf(domainId, folded);
    const entry = this.links.get(key);
    if (entry) {
      if (entry.loadedAt <= this.doubtedUntil) {
        return this.load(key, domainId, folded).catch(() => {
          // The next visitor need not wait until a database that does not answer is given up once more.
          entry.loadedAt = Date.now();
          return entry.link;
        });
      }
      if (Date.now() - entry.loadedAt > refreshAfterMs) this.refresh(key, entry, domainId, folded);
      return entry.link;
    }
    if (this.unknown.has(key)) return null;
    return asker ? this.ask(key, domainId, folded, asker) : this.load(key, domainId, folded);
  }

  /** For the database's `link_changed` notification. */
  forget(key: string): void {
    this.links.delete(key);
    this.unknown.delete(key);
    const load = this.loads.get(key);
    if (load) load.outdated = true;
  }

  /** For when notifications may have been missed: what is cached is used only where it cannot be read anew. */
  doubt(): void {
    this.doubtedUntil = Date.now();
    this.unknown.clear();
    for (const load of this.loads.values()) load.outdated = true;
  }

  private ask(key: string, domainId: number, folded: string, asker: Asker): Promise<LinkSnapshot | null> {
    guesses().check(asker);
    return this.load(key, domainId, folded).then((link) => {
      if (!link) guesses().miss(asker);
      return link;
    });
  }

  private refresh(key: string, entry: Entry, domainId: number, folded: string): void {
    // The visitor does not wait, and a database that is down is asked once in a while only.
    entry.loadedAt = Date.now();
    this.load(key, domainId, folded).catch(() => undefined);
  }

  private load(key: string, domainId: number, alias: string): Promise<LinkSnapshot | null> {
    const running = this.loads.get(key);
    if (running && !running.outdated) return running.promise;
    const load: Load = { key, domainId, alias, outdated: false, ...deferred<LinkSnapshot | null>() };
    this.loads.set(key, load);
    if (this.waiting.push(load) === 1) setImmediate(() => this.flush());
    return load.promise;
  }

  private flush(): void {
    while (this.queries < maxQueries) {
      const batch = this.waiting.length > 0 ? this.waiting.splice(0, maxBatch) : this.large.splice(0, 1);
      if (batch.length === 0) return;
      this.queries++;
      loadSnapshots(batch)
        .then(
          (found) => {
            for (const load of batch) this.finish(load, found.get(load.key) ?? null);
          },
          (error: unknown) => {
            for (const load of batch) this.abandon(load, error);
          },
        )
        .finally(() => {
          this.queries--;
          this.flush();
        });
    }
  }

  private finish(load: Load, link: LinkSnapshot | "large" | null): void {
    if (link === "large") {
      this.large.push(load);
      return;
    }
    if (this.loads.get(load.key) === load) this.loads.delete(load.key);
    if (!load.outdated) this.keep(load.key, link);
    load.settle(link);
  }

  private abandon(load: Load, error: unknown): void {
    if (this.loads.get(load.key) === load) this.loads.delete(load.key);
    load.fail(error);
  }

  private keep(key: string, link: LinkSnapshot | null): void {
    if (link) {
      this.links.set(key, { link, loadedAt: Date.now() });
    } else {
      this.links.delete(key);
      this.unknown.set(key, true);
    }
  }
}

export const linkCache = () => once("linkCache", () => new LinkCache());
