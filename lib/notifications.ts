import pg from "pg";
import { forgetKey, forgetUser } from "@/lib/auth/api-key";
import { doubtDomains } from "@/lib/domains/resolve";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { linkCache } from "@/lib/redirects/cache";
import { qrCodeCache } from "@/lib/scans/cache";

/** What the database's triggers announce (see the first migration), and who must hear it. */
const handlers: Record<string, (payload: string) => void> = {
  link_changed: (key) => linkCache().forget(key),
  qr_code_changed: (code) => qrCodeCache().forget(code),
  domain_changed: () => doubtDomains(),
  api_key_changed: (hmac) => forgetKey(hmac),
  user_changed: (id) => forgetUser(Number(id)),
};

const retryMs = 500;

/** Keeps this process's caches fresh until `stop` is called. A lost connection is made again. */
export function listenForChanges(): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: env.DATABASE_URL,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = fresh;
    fresh.on("notification", ({ channel, payload = "" }) => handlers[channel]?.(payload));
    fresh.on("error", () => undefined);
    fresh.once("end", retry);
    await fresh.connect();
    await fresh.query(
      Object.keys(handlers)
        .map((channel) => `LISTEN ${channel}`)
        .join("; "),
    );
    // Changes made while nobody listened were not heard.
    linkCache().doubt();
    qrCodeCache().doubt();
    doubtDomains();
  }

  function retry(): void {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch((error: unknown) => {
        log.debug({ error: String(error) }, "cannot listen for changes yet");
        retry();
      });
    }, retryMs);
  }

  connect().catch(retry);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
