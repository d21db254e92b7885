import { isListening, markAllStaleOnChange, subscribe } from "@/lib/platform/database/changes";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import { FreshCache } from "./fresh-cache";

/** The look of this service and which of its public pages are on. Administrators change it. */
export interface InstanceSettings {
  name: string;
  /** the path of an upload */
  logo: string | null;
  color: string | null;
  /** the landing page's own title and text; null for those of Signpost */
  headline: string | null;
  text: string | null;
  landingPage: boolean;
  /** where the landing page leads when it is off; null for the log-in page */
  landingRedirect: string | null;
  docsPage: boolean;
  registerPage: boolean;
  /** hosts and addresses that links may not redirect to, in addition to BLOCKLIST */
  blocklist: string;
}

/** The name of the service if administrators set none. */
export const DEFAULT_NAME = "Signpost";

const defaults: InstanceSettings = {
  ...{ name: DEFAULT_NAME, logo: null, color: null, headline: null, text: null },
  ...{ landingPage: true, landingRedirect: null, docsPage: true, registerPage: true },
  blocklist: "",
};

/** How long loaded settings are used, while change notifications arrive and while they do not. */
const HEARD_MS = 60_000;
const UNHEARD_MS = 1_000;
const RETRY_MS = 5_000;
const ALL = "all";

const store = () =>
  processSingleton("instanceSettings", () => {
    const freshForMs = () => (isListening() ? HEARD_MS : UNHEARD_MS);
    const kept = { latest: defaults };
    const load = async () => {
      kept.latest = await read();
      return kept.latest;
    };
    const cache = markAllStaleOnChange(
      new FreshCache({ share: "instance", most: 1, load, freshForMs, staleIfErrorMs: RETRY_MS }),
      "instance_changed",
    );
    // Visitors' pages do not wait for the settings, so they are read again at once.
    const reload = () => void Promise.resolve(cache.get(ALL)).catch(() => undefined);
    subscribe("instance_changed", { changed: reload, anyChanged: reload });
    return { cache, kept };
  });

async function read(): Promise<InstanceSettings> {
  const rows = await statement<InstanceSettings & { name: string | null }>(
    `SELECT name, logo, color, headline, text, landing_page AS "landingPage", landing_redirect AS "landingRedirect",
        docs_page AS "docsPage", register_page AS "registerPage", blocklist FROM instance_settings WHERE id = 1`,
    [],
    { quick: true },
  );
  const [row] = rows;
  return row ? { ...row, name: row.name ?? DEFAULT_NAME } : defaults;
}

/** Returns the settings: while the database is unreachable, the last ones that this process read. */
export async function instanceSettings(): Promise<InstanceSettings> {
  const { cache, kept } = store();
  try {
    return (await cache.get(ALL)) ?? defaults;
  } catch (error) {
    log.warn({ error: String(error) }, "cannot read the instance's settings");
    return kept.latest;
  }
}

/**
 * Returns the last settings that this process read, for visitors' pages, which do not wait. Refreshes them in the
 * background.
 */
export function latestInstanceSettings(): InstanceSettings {
  const { cache, kept } = store();
  if (!cache.peek(ALL)) void Promise.resolve(cache.get(ALL)).catch(() => undefined);
  return kept.latest;
}

/** Returns whether anyone may create an account. Invitations work unless REGISTRATION is `off`. */
export async function isRegistrationOpen(): Promise<boolean> {
  return env.REGISTRATION === "open" && (await instanceSettings()).registerPage;
}
