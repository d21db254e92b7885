import type { LinkForward } from "@/generated/prisma/enums";
import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { isListening, markAllStaleOnChange } from "@/lib/platform/database/changes";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl, env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { isPagesHost, isServiceHost, normalHost } from "./host";
import type { AppLinks, DomainTheme } from "./schema";

/** The fields of a domain that redirects need. */
export interface DomainSnapshot {
  id: number;
  /** the owner's user id; null for the service's own domain */
  ownerId: number | null;
  /** whether it serves only visitors' pages, and neither the dashboard nor the API */
  apart: boolean;
  /** scheme and host of its pages */
  origin: string;
  /** where visitors of the bare domain are sent */
  redirectRoot: string | null;
  redirect404: string | null;
  /** the folded slug of the owner's bio page that the bare domain shows */
  rootBio: string | null;
  appLinks: AppLinks | null;
  /** the theme of its pages */
  theme: DomainTheme | null;
  /** what its links without their own setting forward */
  forward: LinkForward;
}

/** By Host header. Domains change rarely, so a change of one invalidates all. */
const cache = () =>
  processSingleton("domainCache", () =>
    markAllStaleOnChange(
      new FreshCache<DomainSnapshot>({
        share: "domains",
        most: 10_000,
        load,
        freshForMs: Number.POSITIVE_INFINITY,
        staleIfErrorMs: RETRY_MS,
      }),
      "domain_changed",
    ),
  );

const RETRY_MS = 5_000;

/**
 * Returns the domain of a Host header, or null if it is unknown. While APP_URL is unset, every host that is not a
 * user's domain counts as the service's own, so that a first try by IP address works.
 */
export const findDomain = (hostHeader: string): DomainSnapshot | null | Promise<DomainSnapshot | null> =>
  cache().peek(hostHeader) ?? find(hostHeader);

/** Like `findDomain`, but only from the cache: null also if the domain is not cached. */
export const peekDomain = (hostHeader: string): DomainSnapshot | null => cache().peek(hostHeader) ?? null;

async function find(hostHeader: string): Promise<DomainSnapshot | null> {
  const host = normalHost(hostHeader);
  if (host !== null && isServiceRequestHost(host)) return cache().get(hostHeader);
  const branded = host === null ? null : await brandedHostAt(host);
  if (branded !== null) return cache().get(branded === host ? hostHeader : branded);
  // Do not cache made-up hosts, because they would displace visited ones.
  cache().invalidate(hostHeader);
  return env.APP_URL === undefined ? findDomain(new URL(baseUrl()).host) : null;
}

const isServiceRequestHost = (host: string) => isPagesHost(host) || isServiceHost(host);

async function load(hostHeader: string): Promise<DomainSnapshot | null> {
  const host = normalHost(hostHeader) ?? "";
  const pages = isPagesHost(host);
  const own = isServiceRequestHost(host);
  const rows = await statement<Omit<DomainSnapshot, "origin" | "apart"> & { scheme: string; host: string }>(
    `SELECT id, redirect_root AS "redirectRoot", redirect_404 AS "redirect404", forward, app_links AS "appLinks",
        (SELECT slug_folded FROM bio_pages WHERE id = root_bio_page_id AND user_id = domains.user_id) AS "rootBio",
        theme, user_id AS "ownerId", scheme, host FROM domains
      WHERE user_id IS NULL OR (host = $1 AND status = 'active') ORDER BY user_id NULLS LAST LIMIT 1`,
    [host],
    { quick: "visitor" },
  );
  const row = rows[0];
  const found = row && (row.ownerId !== null || own || env.APP_URL === undefined) ? row : null;
  return (
    found && {
      ...found,
      apart: pages || found.ownerId !== null,
      origin: found.ownerId !== null ? `${found.scheme}://${found.host}` : pages ? `${env.PAGES_URL}` : baseUrl(),
      redirectRoot: inHeader(found.redirectRoot),
      redirect404: inHeader(found.redirect404),
    }
  );
}

/** Returns an address as a Location header needs it. */
const inHeader = (address: string | null) => address && new URL(address).href;

/** How long a loaded list is used, while change notifications arrive (`HEARD_MS`) and while they do not. */
const FRESH_LISTENING_MS = 60_000;
const FRESH_NOT_LISTENING_MS = 1_000;

const ALL = "all";

/** The hosts of all active user domains, loaded as one list, so that made-up hosts never cost a query. */
const hostsCache = () =>
  processSingleton("brandedHosts", () =>
    markAllStaleOnChange(
      new FreshCache({
        share: "hosts",
        most: 1,
        load: loadHosts,
        freshForMs: () => (isListening() ? FRESH_LISTENING_MS : FRESH_NOT_LISTENING_MS),
        staleIfErrorMs: RETRY_MS,
      }),
      "domain_changed",
    ),
  );

async function loadHosts(): Promise<Set<string>> {
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
  const hosts = await hostsCache().get(ALL);
  const candidates = host.startsWith("www.") ? [host, host.slice("www.".length)] : [host];
  return candidates.find((one) => hosts?.has(one)) ?? null;
}
