import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { announce, announceMissed, startedListening, type Topic, topics } from "./changes";
import { connect, endConnection, NOTICES_LOSS } from "./client";

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
