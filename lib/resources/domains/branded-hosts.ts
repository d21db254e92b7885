import { followWhole, isListening } from "@/lib/platform/changes";
import { FreshCache } from "@/lib/platform/fresh-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";

/** How long the list is believed: notifications keep it fresh where somebody listens. */
const HEARD_MS = 60_000;
const UNHEARD_MS = 1_000;
const RETRY_MS = 5_000;

const ALL = "all";

/**
 * The hosts of all users' domains that are active. They are read together: however many names are made up that are
 * nobody's, none of them costs the database anything.
 */
const cache = () =>
  processSingleton("brandedHosts", () =>
    followWhole(
      new FreshCache({
        share: "hosts",
        most: 1,
        load,
        freshForMs: () => (isListening() ? HEARD_MS : UNHEARD_MS),
        staleIfErrorMs: RETRY_MS,
      }),
      "domain_changed",
    ),
  );

async function load(): Promise<Set<string>> {
  const { rows } = await pool.query<{ host: string }>(
    "SELECT host FROM domains WHERE user_id IS NOT NULL AND status = 'active'",
  );
  return new Set(rows.map(({ host }) => host));
}

/**
 * The user's active domain that is served at `host`: itself, or what is behind its `www.`, which nobody adds by itself; null
 * where there is none. Rejects where the database is out of reach and always was.
 */
export async function brandedHostAt(host: string): Promise<string | null> {
  const hosts = await cache().get(ALL);
  const candidates = host.startsWith("www.") ? [host, host.slice("www.".length)] : [host];
  return candidates.find((one) => hosts?.has(one)) ?? null;
}
