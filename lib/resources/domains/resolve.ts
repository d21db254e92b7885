import type { LinkForward } from "@/generated/prisma/enums";
import { followWhole } from "@/lib/platform/changes";
import { baseUrl, env } from "@/lib/platform/env";
import { FreshCache } from "@/lib/platform/fresh-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import type { AppLinks } from "./app-links";
import { brandedHostAt } from "./branded-hosts";
import { isPagesHost, isServiceHost, normalHost } from "./host";
import type { DomainTheme } from "./theme";

/** What the redirect needs of a domain. */
export interface DomainSnapshot {
  id: number;
  /** whose it is; null for the service's own */
  ownerId: number | null;
  /** shows what visitors meet, and neither the dashboard nor the API */
  apart: boolean;
  /** scheme and host of its pages */
  origin: string;
  /** where visitors of the bare domain go */
  redirectRoot: string | null;
  redirect404: string | null;
  /** the folded slug of the owner's bio page that visitors of the bare domain see */
  rootBio: string | null;
  appLinks: AppLinks | null;
  /** how its pages look: for when one is drawn */
  theme: DomainTheme | null;
  /** what its links forward that say nothing of it */
  forward: LinkForward;
}

/** By Host header. Domains change rarely, so a change of one is a doubt in all. */
const cache = () =>
  processSingleton("domainCache", () =>
    followWhole(
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
 * The domain that a request's Host header names, null if it is none of ours. With APP_URL unset, every host that is
 * nobody's branded domain counts as the service's own, so that a first try by address works.
 */
export const domainOf = (hostHeader: string): DomainSnapshot | null | Promise<DomainSnapshot | null> =>
  cache().peek(hostHeader) ?? find(hostHeader);

/** The same where it can be said without reading anything. */
export const knownDomainOf = (hostHeader: string): DomainSnapshot | null => cache().peek(hostHeader) ?? null;

async function find(hostHeader: string): Promise<DomainSnapshot | null> {
  const host = normalHost(hostHeader);
  if (host !== null && isOwnHost(host)) return cache().get(hostHeader);
  const branded = host === null ? null : await brandedHostAt(host);
  if (branded !== null) return cache().get(branded === host ? hostHeader : branded);
  // Nothing is kept of names that anybody can make up: they would push out what is visited.
  cache().invalidate(hostHeader);
  return env.APP_URL === undefined ? domainOf(new URL(baseUrl()).host) : null;
}

const isOwnHost = (host: string) => isPagesHost(host) || isServiceHost(host);

async function load(hostHeader: string): Promise<DomainSnapshot | null> {
  const host = normalHost(hostHeader) ?? "";
  const pages = isPagesHost(host);
  const own = isOwnHost(host);
  const { rows } = await pool.query<Omit<DomainSnapshot, "origin" | "apart"> & { scheme: string; host: string }>({
    name: "domain-by-host",
    text: `SELECT id, redirect_root AS "redirectRoot", redirect_404 AS "redirect404", forward, app_links AS "appLinks",
        (SELECT slug_folded FROM bio_pages WHERE id = root_bio_page_id AND user_id = domains.user_id) AS "rootBio",
        theme, user_id AS "ownerId", scheme, host FROM domains
      WHERE user_id IS NULL OR (host = $1 AND status = 'active') ORDER BY user_id NULLS LAST LIMIT 1`,
    values: [host],
  });
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

/** An address as a Location header holds it. */
const inHeader = (address: string | null) => address && new URL(address).href;
