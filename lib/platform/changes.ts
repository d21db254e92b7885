import { peek, processSingleton } from "./singleton";

/** What can change, by the channel on which the database's triggers and the drains announce it. */
export const topics = [
  "link_changed",
  "qr_code_changed",
  "campaign_changed",
  "bio_page_changed",
  "overlay_changed",
  "domain_changed",
  "api_key_changed",
  "user_changed",
  "plan_changed",
  "clicks_counted",
] as const;

export type Topic = (typeof topics)[number];

export interface Subscriber {
  /** Something changed; `key` says what, as the topic names things. */
  changed(key: string): void;
  /** Anything may have changed unheard. */
  missed(): void;
}

const subscribers = processSingleton("changes", () => new Map<Topic, Set<Subscriber>>());

export function subscribe(topic: Topic, subscriber: Subscriber): void {
  const known = subscribers.get(topic) ?? new Set();
  subscribers.set(topic, known.add(subscriber));
}

/** What a cache has that is kept fresh by changes. */
interface Cache {
  invalidate(key: string): void;
  markAllStale(): void;
}

/** Has `cache` follow a topic whose keys are its own, and doubt all that it holds when something `around` it changes. */
export function follow<C extends Cache>(cache: C, topic: Topic, ...around: Topic[]): C {
  subscribe(topic, { changed: (key) => cache.invalidate(key), missed: () => cache.markAllStale() });
  return followWhole(cache, ...around);
}

/** Has `cache` doubt all that it holds at every change: its keys are others than the topics', and changes are rare. */
export function followWhole<C extends Pick<Cache, "markAllStale">>(cache: C, ...topics: Topic[]): C {
  const missed = () => cache.markAllStale();
  for (const topic of topics) subscribe(topic, { changed: missed, missed });
  return cache;
}

/**
 * Says that something has changed, or without a key that anything of a topic may have: to this process's caches, at
 * once. Whoever writes calls it, so that visitors see a change from the answer to it on. Other processes hear of it from
 * the database, a moment later.
 */
export function announce(topic: Topic, key?: string): void {
  for (const subscriber of subscribers.get(topic) ?? []) {
    if (key === undefined) subscriber.missed();
    else subscriber.changed(key);
  }
}

/** For when changes may not have been heard: what is cached is used only where it cannot be read anew. */
export function announceMissed(): void {
  for (const topic of subscribers.keys()) announce(topic);
}

/** Whether this process hears of every change in the database. */
export const isListening = (): boolean => peek<true>("listening") ?? false;

export const startedListening = () => processSingleton("listening", () => true);

const unheardForMs = 1_000;
let revalidatedAt = 0;

/** Before an answer out of the caches, where nobody may be listening: what they hold is stale after a second. */
export function revalidate(): void {
  if (isListening() || Date.now() - revalidatedAt < unheardForMs) return;
  revalidatedAt = Date.now();
  announceMissed();
}
