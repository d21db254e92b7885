import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { Batch, ClickStore } from "@/lib/clicks/store/click-store";
import { COUNTED, keysIn, notify, subjectKey, WATCHED } from "@/lib/clicks/store/subject-keys";
import { traced } from "@/lib/platform/tracing";

/** A watcher counts as gone if it has not renewed its entry for this long (ms): see `REPEAT_MS` of the streams. */
const FORGET_AFTER = 15_000;

/**
 * A store that notifies processes with open pages, once per batch, whose clicks it has stored. While no page is open,
 * it sends nothing and does no further work.
 */
export class AnnouncingStore implements ClickStore {
  /** by id: the time until which a page watches the subject */
  private readonly watched: Record<ClickSubject, Map<number, number>> = {
    link: new Map(),
    qr: new Map(),
    campaign: new Map(),
    bio: new Map(),
  };

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
    client.on("notification", ({ channel, payload = "" }) => channel === WATCHED && store.watch(payload));
    await client.query(`listen ${WATCHED}`);
    return store;
  }

  async store(batch: Batch): Promise<void> {
    const begun = performance.now();
    const attributes = () => ({ "signpost.clicks": batch.clicks.length, "signpost.bytes": batch.to - batch.from });
    await traced("drain batch", attributes, () => this.inner.store(batch));
    this.stored(batch, performance.now() - begun);
    const keys = this.watchedIn(batch);
    if (keys.length > 0) await notify(this.client, COUNTED, keys);
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
    for (const { subject, id } of keysIn(list)) this.watched[subject].set(id, until);
  }

  private watchedIn({ clicks }: Batch): string[] {
    const now = Date.now();
    let size = 0;
    for (const ids of Object.values(this.watched)) {
      for (const [id, until] of ids) if (until < now) ids.delete(id);
      size += ids.size;
    }
    if (size === 0) return [];
    const keys = new Set<string>();
    for (const { subjects } of clicks) {
      for (const { subject, id } of subjects) if (this.watched[subject].has(id)) keys.add(subjectKey(subject, id));
    }
    return [...keys];
  }
}
