import { LRUCache } from "lru-cache";
import type { Client } from "pg";
import type { Batch, ClickStore } from "@/lib/clicks/store/click-store";
import {
  COUNTED,
  notify,
  OPENED,
  parseSubjectKeys,
  type SubjectKey,
  subjectKey,
  WATCHED,
} from "@/lib/clicks/store/subject-keys";
import { traced } from "@/lib/platform/log/tracing";

/** A watcher counts as gone if it has not renewed its entry for this long (ms): see `REPEAT_MS` of the streams. */
const FORGET_AFTER = 15_000;

/**
 * How long stored clicks are remembered for pages that open (ms). A page usually opens its stream one or two seconds after
 * its figures were read.
 */
const REMEMBER_FOR = 30_000;
/** Maximum number of subjects that are remembered. Beyond it, the one whose last click is oldest is forgotten. */
const MOST_RECENT = 10_000;

/** A store that notifies processes with open pages, once per batch, whose clicks it has stored. */
export class AnnouncingStore implements ClickStore {
  /** the time until which a page watches the subject */
  private readonly watched = new Map<SubjectKey, number>();
  /** subjects with recently stored clicks: a page that opens now may have read its figures before */
  private readonly recent = new LRUCache<SubjectKey, true>({ max: MOST_RECENT, ttl: REMEMBER_FOR });
  /** recent subjects of pages that have just opened, until these pages are notified */
  private readonly missed = new Set<SubjectKey>();

  private constructor(
    private readonly inner: ClickStore,
    private readonly client: Client,
    private readonly stored: (batch: Batch, ms: number) => void,
  ) {}

  /** @param stored receives each batch and how long storing it took (ms) */
  static async open(
    inner: ClickStore,
    client: Client,
    stored: (batch: Batch, ms: number) => void,
  ): Promise<AnnouncingStore> {
    const store = new AnnouncingStore(inner, client, stored);
    client.on("notification", ({ channel, payload = "" }) => {
      if (channel === WATCHED || channel === OPENED) store.watch(payload);
      if (channel === OPENED) store.noteMissed(payload);
    });
    await client.query(`listen ${WATCHED}; listen ${OPENED}`);
    return store;
  }

  async store(batch: Batch): Promise<void> {
    const begun = performance.now();
    const attributes = () => ({ "signpost.clicks": batch.clicks.length, "signpost.bytes": batch.to - batch.from });
    await traced("drain batch", attributes, () => this.inner.store(batch));
    this.stored(batch, performance.now() - begun);
    const keys = keysOf(batch);
    for (const key of keys) this.recent.set(key, true);
    await notify(this.client, COUNTED, this.watchedOf(keys));
  }

  /** Notifies pages that have just opened of clicks that they may not show yet. */
  async announceMissed(): Promise<void> {
    const keys = [...this.missed];
    this.missed.clear();
    await notify(this.client, COUNTED, keys);
  }

  offsetOf(journal: string): Promise<number> {
    return this.inner.offsetOf(journal);
  }

  countedTo(journal: string): Promise<number> {
    return this.inner.countedTo(journal);
  }

  forget(journal: string): Promise<void> {
    return this.inner.forget(journal);
  }

  erase(): Promise<boolean> {
    return this.inner.erase();
  }

  expire(): Promise<boolean> {
    return this.inner.expire();
  }

  judge(): Promise<boolean> {
    return this.inner.judge();
  }

  pack(): Promise<boolean> {
    return this.inner.pack();
  }

  private watch(list: string): void {
    const until = Date.now() + FORGET_AFTER;
    for (const { key } of parseSubjectKeys(list)) this.watched.set(key, until);
  }

  /** Notes which subjects of a page that has just opened were clicked recently, for `announceMissed`. */
  private noteMissed(list: string): void {
    for (const { key } of parseSubjectKeys(list)) if (this.recent.has(key)) this.missed.add(key);
  }

  private watchedOf(keys: Set<SubjectKey>): SubjectKey[] {
    const now = Date.now();
    for (const [key, until] of this.watched) if (until < now) this.watched.delete(key);
    return this.watched.size === 0 ? [] : [...keys].filter((key) => this.watched.has(key));
  }
}

function keysOf({ clicks }: Batch): Set<SubjectKey> {
  const keys = new Set<SubjectKey>();
  for (const { subjects } of clicks) for (const { subject, id } of subjects) keys.add(subjectKey(subject, id));
  return keys;
}
