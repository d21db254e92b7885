import { LRUCache } from "lru-cache";
import { byteBoundCache, type CacheShare } from "./byte-bound-cache";

interface Entry<Value> {
  value: Value;
  generation: number;
  freshUntil: number;
}

interface Load<Value> {
  promise: Promise<Value | null>;
  /** changed while it was read: the answer must not be kept, nor given to whoever asks from now on */
  outdated: boolean;
}

interface Options<Value> {
  /** whose share of the memory it has, and how many entries at most */
  share: CacheShare;
  most: number;
  /** Reads a value, null where there is none. Look-ups of one key at the same time are one. */
  load(key: string): Promise<Value | null>;
  /** how long a value is believed, in milliseconds: changes keep it fresh, and this bounds what an unheard one can cost */
  freshForMs: number | (() => number);
  /** An older value is answered all the same, and read anew behind the answer. Else it is read anew first. */
  refreshesBehind?: boolean;
  /** how long a stale value does where it cannot be read anew, or not at once; 0 where it must not */
  staleIfErrorMs: number;
  /** so many keys of which there is no value are remembered for so long */
  absent?: { most: number; forMs: number };
}

/** So long somebody waits for a source that may answer at once, where there is a stale value. */
const PATIENCE_MS = 50;
const LATE = Symbol("late");

/**
 * What is read often and changes seldom. A fresh value is answered without waiting, also while its source is out of
 * reach. Every cache that `follow`s changes is one of these.
 */
export class FreshCache<Value extends object> {
  /** look-ups that were answered at once, and those that had to be read */
  hits = 0;
  misses = 0;
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly absent: LRUCache<string, true> | undefined;
  private readonly loads = new Map<string, Load<Value>>();
  private generation = 0;
  /** the source has kept somebody waiting and has not answered since: nobody else with a stale value waits for it */
  private hangs = false;

  constructor(private readonly options: Options<Value>) {
    const { share, most, absent } = options;
    this.entries = byteBoundCache(share, most);
    // A cache of its own: a scan of unknown keys cannot push out what is asked for.
    this.absent = absent && new LRUCache({ max: absent.most, ttl: absent.forMs });
  }

  /** The value, at once where that is possible. Rejects where it cannot be read and none may be used instead. */
  get(key: string): Value | null | Promise<Value | null> {
    const known = this.peek(key) ?? (this.absent?.has(key) ? null : undefined);
    if (known === undefined) {
      this.misses++;
      return this.read(key);
    }
    this.hits++;
    return known;
  }

  /** The value where it is known without reading. */
  peek(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.generation !== this.generation) return undefined;
    if (Date.now() < entry.freshUntil) return entry.value;
    if (!this.options.refreshesBehind) return undefined;
    // Nobody waits, and a source that is out of reach is asked once in a while only.
    entry.freshUntil = this.freshUntil();
    this.load(key).catch(() => undefined);
    return entry.value;
  }

  /** Whether there is a value, be it stale, or it is known that there is none. */
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

  invalidateWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.entries.entries()) if (matches(value)) this.entries.delete(key);
    this.outdateLoads();
  }

  /** What is cached is used from now on only where it cannot be read anew. */
  markAllStale(): void {
    this.generation++;
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
      const value = await this.unlessLate(load);
      if (value !== LATE) return value;
      this.hangs = true;
    } catch (error) {
      if (!this.entries.has(key)) throw error;
    }
    // It has changed, or has been read by somebody else meanwhile.
    if (this.entries.get(key) !== stale) return this.get(key);
    // Who asks next need not wait until a source that does not answer is given up once more.
    stale.generation = this.generation;
    stale.freshUntil = Date.now() + staleIfErrorMs;
    return stale.value;
  }

  private async unlessLate(load: Promise<Value | null>): Promise<Value | null | typeof LATE> {
    load.catch(() => undefined);
    if (this.hangs) return LATE;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof LATE>((done) => {
      timer = setTimeout(done, PATIENCE_MS, LATE);
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
      // What is no more must not come back while its source is out of reach.
      this.entries.delete(key);
      this.absent?.set(key, true);
    }
  }

  private freshUntil(): number {
    const { freshForMs } = this.options;
    return Date.now() + (typeof freshForMs === "number" ? freshForMs : freshForMs());
  }
}
