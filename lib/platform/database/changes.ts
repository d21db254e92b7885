import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { peek, processSingleton } from "@/lib/platform/singleton";
import { connect, endConnection, NOTICES_LOSS } from "./client";

/** What can change: the channels on which database triggers and drains announce it. */
export const topics = [
  "link_changed",
  "qr_code_changed",
  "campaign_changed",
  "bio_page_changed",
  "overlay_changed",
  "domain_changed",
  "api_key_changed",
  "user_changed",
  "account_links_changed",
  "account_deleted",
  "plan_changed",
  "instance_changed",
  "clicks_counted",
] as const;

export type Topic = (typeof topics)[number];

export interface Subscriber {
  /** Something changed; `key` identifies it, in the form that the topic uses. */
  changed(key: string): void;
  /** Any key may have changed. `certain` is true if something did, and false if notifications may have been missed. */
  anyChanged(certain: boolean): void;
}

const subscribers = processSingleton("changes", () => new Map<Topic, Set<Subscriber>>());

export function subscribe(topic: Topic, subscriber: Subscriber): void {
  const known = subscribers.get(topic) ?? new Set();
  subscribers.set(topic, known.add(subscriber));
}

/** The methods that a cache needs to be kept fresh by changes. */
interface Cache {
  invalidate(key: string): void;
  markAllStale(certain: boolean): void;
}

/**
 * Invalidates entries of `cache` when a topic announces their key, and marks all as stale when a topic in `around`
 * changes.
 */
export function follow<C extends Cache>(cache: C, topic: Topic, ...around: Topic[]): C {
  subscribe(topic, { changed: (key) => cache.invalidate(key), anyChanged: (certain) => cache.markAllStale(certain) });
  return markAllStaleOnChange(cache, ...around);
}

/**
 * Marks the whole cache as stale at every change, for caches whose keys differ from the topics' and whose data rarely
 * changes.
 */
export function markAllStaleOnChange<C extends Pick<Cache, "markAllStale">>(cache: C, ...topics: Topic[]): C {
  for (const topic of topics)
    subscribe(topic, { changed: () => cache.markAllStale(true), anyChanged: (certain) => cache.markAllStale(certain) });
  return cache;
}

/**
 * Announces a change to this process's caches at once; without a key, anything of the topic may have changed. Callers
 * that write announce a change before they respond, so visitors see it from then on. Other processes receive it from
 * the database a moment later.
 */
export function announce(topic: Topic, key?: string): void {
  for (const subscriber of subscribers.get(topic) ?? []) {
    if (key === undefined) subscriber.anyChanged(true);
    else subscriber.changed(key);
  }
}

/** Marks everything as stale after changes may have been missed. Caches then use it only if it cannot be read again. */
export function announceMissed(): void {
  for (const around of subscribers.values()) for (const subscriber of around) subscriber.anyChanged(false);
}

/** Returns whether this process receives all change notifications of the database. */
export const isListening = (): boolean => peek<true>("listening") ?? false;

export const startedListening = () => processSingleton("listening", () => true);

const revalidateEveryMs = 1_000;
let revalidatedAt = 0;

/** Call it before answering from a cache. If nothing listens for changes, it marks entries as stale after a second. */
export function revalidate(): void {
  if (isListening() || Date.now() - revalidatedAt < revalidateEveryMs) return;
  revalidatedAt = Date.now();
  announceMissed();
}

const retryMs = 500;
/** A connection may break unnoticed, so it is checked this often. */
const beatMs = 1_000;

interface Listener {
  channels: readonly string[];
  notified(channel: string, payload: string): unknown;
  /** Notifications from now on arrive. Those before the connection may have been missed. */
  connected(): unknown;
}

/** Keeps this process's caches fresh until `stop` is called. */
export const listenForChanges = () =>
  listenTo({
    channels: topics,
    notified: (channel, payload) => announce(channel as Topic, payload),
    connected() {
      announceMissed();
      startedListening();
    },
  });

/** Receives notifications of the database until `stop` is called. It reconnects after a lost connection. */
export function listenTo(listener: Listener): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = keepListening(listener, signal);
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function keepListening(listener: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listen(listener, signal);
    } catch (error) {
      log.debug({ error: String(error) }, "cannot listen for notifications now");
    }
    await sleep(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Listens until the connection no longer answers. */
async function listen({ channels, notified, connected }: Listener, signal: AbortSignal): Promise<void> {
  const client = await connect({
    connectionString: env.DATABASE_URL,
    ...NOTICES_LOSS,
    connectionTimeoutMillis: 5_000,
    query_timeout: 2_000,
  });
  const lost = new AbortController();
  client.on("notification", ({ channel, payload = "" }) => notified(channel, payload));
  client.once("end", () => lost.abort());
  try {
    await client.query(channels.map((channel) => `LISTEN ${channel}`).join("; "));
    connected();
    for (;;) {
      await sleep(beatMs, undefined, { signal: AbortSignal.any([signal, lost.signal]) });
      await client.query("SELECT 1");
    }
  } finally {
    // Not awaited: closing a connection that does not answer may never end.
    void endConnection(client);
  }
}
