import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { keyCache } from "@/lib/auth/key-cache";
import { liveStreams } from "@/lib/clicks/live/streams";
import { COUNTED, keysIn } from "@/lib/clicks/live/subject-keys";
import { doubtDomains } from "@/lib/resources/domains/resolve";
import { bioPageCache } from "@/lib/visits/bio-pages/cache";
import { rotatorCache } from "@/lib/visits/campaigns/cache";
import { linkCache } from "@/lib/visits/links/cache";
import { overlayCache } from "@/lib/visits/overlays/cache";
import { qrCodeCache } from "@/lib/visits/qr-codes/cache";
import { env } from "./env";
import { log } from "./log";
import { once, present } from "./once";

/** What the database's triggers (see the migrations) and the drains announce, and who must hear it. */
const handlers: Record<string, (payload: string) => void> = {
  link_changed: (key) => linkCache().forget(key),
  qr_code_changed: (code) => qrCodeCache().forget(code),
  campaign_changed: (slug) => rotatorCache().forget(slug),
  bio_page_changed: (slug) => bioPageCache().forget(slug),
  overlay_changed: (id) => overlayCache().forget(id),
  domain_changed: () => doubtDomains(),
  api_key_changed: (hmac) => keyCache().forgetKey(hmac),
  user_changed: (id) => keyCache().forgetUser(Number(id)),
  [COUNTED]: (keys) => liveStreams().tell(keysIn(keys).map(({ key }) => key)),
  plan_changed: () => keyCache().forgetAll(),
};

/** For when changes may not have been heard: what is cached is used only where it cannot be read anew. */
function doubtAll(): void {
  for (const cache of [linkCache(), qrCodeCache(), rotatorCache(), bioPageCache(), overlayCache()]) cache.doubt();
  doubtDomains();
  keyCache().forgetAll();
}

const unheardForMs = 1_000;
let doubtedAt = 0;

/** Before an answer out of the caches, where nobody may be listening: what they hold is in doubt after a second. */
export function freshen(): void {
  if (present("listening") || Date.now() - doubtedAt < unheardForMs) return;
  doubtedAt = Date.now();
  doubtAll();
}

const retryMs = 500;
/** A connection may break so that nobody is told: it is asked this often whether it still answers. */
const beatMs = 1_000;

/** Keeps this process's caches fresh until `stop` is called. A lost connection is made again. */
export function listenForChanges(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = keepListening(signal);
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

async function keepListening(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listen(signal);
    } catch (error) {
      log.debug({ error: String(error) }, "cannot listen for changes now");
    }
    await sleep(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Listens until the connection no longer answers. */
async function listen(signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: env.DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 2_000,
  });
  const lost = new AbortController();
  client.on("notification", ({ channel, payload = "" }) => handlers[channel]?.(payload));
  client.on("error", () => undefined);
  client.once("end", () => lost.abort());
  try {
    await client.connect();
    const channels = Object.keys(handlers);
    await client.query(channels.map((channel) => `LISTEN ${channel}`).join("; "));
    // Changes made while nobody listened were not heard.
    doubtAll();
    liveStreams().tellAll();
    once("listening", () => true);
    for (;;) {
      await sleep(beatMs, undefined, { signal: AbortSignal.any([signal, lost.signal]) });
      await client.query("SELECT 1");
    }
  } finally {
    // Not waited for: a connection that does not answer may never end.
    client.end().catch(() => undefined);
  }
}
