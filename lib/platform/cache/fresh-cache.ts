import { LRUCache } from "lru-cache";
import { byteBoundCache, type CacheShare } from "./byte-bound-cache";

interface Entry<Value> {
  value: Value;
  generation: number;
  freshUntil: number;
}

interface Load<Value> {
  promise: Promise<Value | null>;
  /** changed while it was being read: the result must not be stored or given to later callers */
  outdated: boolean;
}

interface Options<Value> {
  /** the cache's share of the memory, and its maximum number of entries */
  share: CacheShare;
  most: number;
  /** Reads a value; null if there is none. Concurrent look-ups of one key share a call. */
  load(key: string): Promise<Value | null>;
  /** how long a value is used, in milliseconds. Changes keep it fresh; this bounds the effect of a missed change */
  freshForMs: number | (() => number);
  /** If set, an older value is returned and refreshed in the background. Otherwise it is read again first. */
  refreshesBehind?: boolean;
  /** how long a stale value may be used while reading fails or is slow; 0 if never */
  staleIfErrorMs: number;
  /** how many keys without a value are remembered, and for how long */
  absent?: { most: number; forMs: number };
  /** the group of a value, for `markGroupStale` */
  groupOf?(value: Value): number;
}

/**
 * How long a caller waits for the source if there is a stale value: longer if the value has changed, because visitors
 * must see what was changed. While the database is unreachable, nothing changes.
 */
const PATIENCE_MS = { mayHaveChanged: 50, changed: 500 };
const LATE = Symbol("late");
/** With more groups than this, all values are stale. */
const MOST_STALE_GROUPS = 1_000;

/**
 * A cache for values that are read often and rarely change. A fresh value is returned without waiting, even while its
 * source is unreachable. Every cache that `follow`s changes is one of these.
 */
export class FreshCache<Value extends object> {
  /** look-ups that were answered from the cache, and those that had to be read */
  hits = 0;
  misses = 0;
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly absent: LRUCache<string, true> | undefined;
  private readonly loads = new Map<string, Load<Value>>();
  /** grows with each change that makes several values stale */
  private generation = 0;
  /** values of earlier generations are stale */
  private oldestFresh = 0;
  /** the same for the values of a group */
  private readonly staleGroups = new Map<number, number>();
  /** something has changed since values of earlier generations were read */
  private oldestUnchanged = 0;
  /** the source is too slow to answer: callers with a stale value do not wait for it until it has answered again */
  private hangs = false;

  constructor(private readonly options: Options<Value>) {
    const { share, most, absent } = options;
    this.entries = byteBoundCache(share, most);
    // A separate cache, so that a scan of unknown keys cannot evict values that are in use.
    this.absent = absent && new LRUCache({ max: absent.most, ttl: absent.forMs });
  }

  /**
   * Returns the value, without a promise if it is cached. Rejects if it cannot be read and no stale value may be used.
   */
  get(key: string): Value | null | Promise<Value | null> {
    const known = this.peek(key) ?? (this.absent?.has(key) ? null : undefined);
    if (known === undefined) {
      this.misses++;
      return this.read(key);
    }
    this.hits++;
    return known;
  }

  /** The value if it can be returned without reading. */
  peek(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || this.isStale(entry)) return undefined;
    if (Date.now() < entry.freshUntil) return entry.value;
    if (!this.options.refreshesBehind) return undefined;
    // No caller waits for the refresh, and `freshUntil` keeps an unreachable source from being asked too often.
    entry.freshUntil = this.freshUntil();
    this.load(key).catch(() => undefined);
    return entry.value;
  }

  /** Returns whether the cache knows a value, even a stale one, or knows that there is none. */
  has(key: string): boolean {
    return this.entries.has(key) || (this.absent?.has(key) ?? false);
  }

  get size(): number {
    return this.entries.size;
  }

  invalidate(key: string): void {
    this.entries.delete(key);
    this.absent?.delete(key);
    const load = this.loads.get(key);
    if (load) load.outdated = true;
  }

  /** It looks at all values: half a millisecond for 10,000, so use it for small caches and rare changes. */
  invalidateWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.entries.entries()) if (matches(value)) this.entries.delete(key);
    this.outdateLoads();
  }

  private isStale({ generation, value }: Entry<Value>): boolean {
    if (generation < this.oldestFresh) return true;
    const { groupOf } = this.options;
    if (this.staleGroups.size === 0 || !groupOf) return false;
    return generation < (this.staleGroups.get(groupOf(value)) ?? 0);
  }

  /** The same as `markAllStale` for the values of a group. It does not search for them, which could take 100 ms. */
  markGroupStale(group: number): void {
    if (this.staleGroups.size >= MOST_STALE_GROUPS) this.markAllStale();
    this.staleGroups.set(group, ++this.generation);
    this.oldestUnchanged = this.generation;
    this.outdateLoads();
  }

  /**
   * Marks all values as stale: they are used only if they cannot be read again. `certain` is true if something changed,
   * and false if that is only possible.
   */
  markAllStale(certain = false): void {
    this.oldestFresh = ++this.generation;
    if (certain) this.oldestUnchanged = this.generation;
    this.staleGroups.clear();
    this.hangs = false;
    this.absent?.clear();
    this.outdateLoads();
  }

  private outdateLoads(): void {
    for (const load of this.loads.values()) load.outdated = true;
  }

  private async read(key: string): Promise<Value | null> {
    const load = this.load(key);
    const { staleIfErrorMs } = this.options;
    const stale = staleIfErrorMs > 0 ? this.entries.get(key) : undefined;
    if (!stale) return load;
    try {
      const value = await this.unlessLate(load, stale);
      if (value !== LATE) return value;
      this.hangs = true;
    } catch (error) {
      if (!this.entries.has(key)) throw error;
    }
    // It has changed, or another caller has read it in the meantime.
    if (this.entries.get(key) !== stale) return this.get(key);
    // The next callers must not wait for the same time-out again.
    stale.generation = this.generation;
    stale.freshUntil = Date.now() + staleIfErrorMs;
    return stale.value;
  }

  private async unlessLate(
    load: Promise<Value | null>,
    { generation }: Entry<Value>,
  ): Promise<Value | null | typeof LATE> {
    load.catch(() => undefined);
    if (this.hangs) return LATE;
    const patience = generation < this.oldestUnchanged ? PATIENCE_MS.changed : PATIENCE_MS.mayHaveChanged;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof LATE>((done) => {
      // If this thread was busy meanwhile, the answer may have arrived: it is read before `setImmediate` calls back.
      timer = setTimeout(() => setImmediate(done, LATE), patience);
    });
    return Promise.race([load, late]).finally(() => clearTimeout(timer));
  }

  private load(key: string): Promise<Value | null> {
    const running = this.loads.get(key);
    if (running && !running.outdated) return running.promise;
    const load: Load<Value> = { promise: this.options.load(key), outdated: false };
    this.loads.set(key, load);
    load.promise = load.promise.then(
      (value) => {
        this.end(key, load);
        this.hangs = false;
        if (!load.outdated) this.keep(key, value);
        return value;
      },
      (error) => {
        this.end(key, load);
        throw error;
      },
    );
    return load.promise;
  }

  private end(key: string, load: Load<Value>): void {
    if (this.loads.get(key) === load) this.loads.delete(key);
  }

  private keep(key: string, value: Value | null): void {
    if (value) {
      this.entries.set(key, { value, generation: this.generation, freshUntil: this.freshUntil() });
    } else {
      // A deleted value must not come back while its source is unreachable.
      this.entries.delete(key);
      this.absent?.set(key, true);
    }
  }

  private freshUntil(): number {
    const { freshForMs } = this.options;
    return Date.now() + (typeof freshForMs === "number" ? freshForMs : freshForMs());
  }
}
