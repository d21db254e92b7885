import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { isListening, markAllStaleOnChange } from "@/lib/platform/database/changes";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";

/** How long a loaded list is used, while change notifications arrive (`HEARD_MS`) and while they do not. */
const FRESH_LISTENING_MS = 60_000;
const FRESH_NOT_LISTENING_MS = 1_000;
const RETRY_MS = 5_000;

const ALL = "all";

/** The hosts of all active user domains, loaded as one list, so that made-up hosts never cost a query. */
const cache = () =>
  processSingleton("brandedHosts", () =>
    markAllStaleOnChange(
      new FreshCache({
        share: "hosts",
        most: 1,
        load,
        freshForMs: () => (isListening() ? FRESH_LISTENING_MS : FRESH_NOT_LISTENING_MS),
        staleIfErrorMs: RETRY_MS,
      }),
      "domain_changed",
    ),
  );

async function load(): Promise<Set<string>> {
  const rows = await statement<{ host: string }>(
    "SELECT host FROM domains WHERE user_id IS NOT NULL AND status = 'active'",
  );
  return new Set(rows.map(({ host }) => host));
}

/**
 * Returns the active user domain that serves `host`: the host itself, or the host without `www.`, which needs no entry
 * of its own. Returns null if there is none. Rejects if the database has been unreachable since the start.
 */
export async function brandedHostAt(host: string): Promise<string | null> {
  const hosts = await cache().get(ALL);
  const candidates = host.startsWith("www.") ? [host, host.slice("www.".length)] : [host];
  return candidates.find((one) => hosts?.has(one)) ?? null;
}
