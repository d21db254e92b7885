import type { LRUCache } from "lru-cache";
import { byteBoundCache } from "@/lib/platform/byte-bound-cache";
import { baseUrl, env } from "@/lib/platform/env";
import { once, present } from "@/lib/platform/once";
import { pool } from "@/lib/platform/pool";
import { brandedHosts } from "./branded-hosts";
import { isPagesHost, isServiceHost, normalHost } from "./host";

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
}

interface Entry {
  domain: DomainSnapshot | null;
  /** may have changed: used only where it cannot be read anew */
  doubted: boolean;
  /** when a database that could not be asked is asked again, in milliseconds since 1970 */
  askAgainAt: number;
}

export type DomainCache = LRUCache<string, Entry>;

const cache = (): DomainCache => once("domainCache", () => byteBoundCache("domains", 10_000));

/**
 * The domain that a request's Host header names, null if it is none of ours. With APP_URL unset, every host that is
 * nobody's branded domain counts as the service's own, so that a first try by address works.
 */
export function domainOf(hostHeader: string): DomainSnapshot | null | Promise<DomainSnapshot | null> {
  const known = cache().get(hostHeader);
  if (!known) return find(hostHeader);
  if (!known.doubted || Date.now() < known.askAgainAt) return known.domain;
  return find(hostHeader).catch(() => {
    known.askAgainAt = Date.now() + askAgainAfterMs;
    return known.domain;
  });
}

const askAgainAfterMs = 5_000;

let changes = 0;

async function find(hostHeader: string): Promise<DomainSnapshot | null> {
  const changesBefore = changes;
  const host = normalHost(hostHeader);
  const pages = host !== null && isPagesHost(host);
  const own = pages || (host !== null && isServiceHost(host));
  if (!own && (host === null || !(await brandedHosts().has(host)))) {
    // Nothing is kept of names that anybody can make up: they would push out what is visited.
    cache().delete(hostHeader);
    return env.APP_URL === undefined ? domainOf(new URL(baseUrl()).host) : null;
  }
  const { rows } = await pool.query<Omit<DomainSnapshot, "origin" | "apart"> & { scheme: string; host: string }>({
    name: "domain-by-host",
    text: `SELECT id, redirect_root AS "redirectRoot", redirect_404 AS "redirect404", user_id AS "ownerId", scheme, host FROM domains
      WHERE user_id IS NULL OR (host = $1 AND status = 'active') ORDER BY user_id NULLS LAST LIMIT 1`,
    values: [host],
  });
  const row = rows[0];
  const found = row && (row.ownerId !== null || own || env.APP_URL === undefined) ? row : null;
  const domain = found && {
    ...found,
    apart: pages || found.ownerId !== null,
    origin: found.ownerId !== null ? `${found.scheme}://${found.host}` : pages ? `${env.PAGES_URL}` : baseUrl(),
    redirectRoot: inHeader(found.redirectRoot),
    redirect404: inHeader(found.redirect404),
  };
  cache().set(hostHeader, { domain, doubted: changes !== changesBefore, askAgainAt: 0 });
  return domain;
}

/** An address as a Location header holds it. */
const inHeader = (address: string | null) => address && new URL(address).href;

/** For a change in this process and for one that the database announces. Domains change rarely, so all are in doubt. */
export function doubtDomains(): void {
  changes++;
  brandedHosts().doubt();
  for (const entry of cache().values()) entry.doubted = true;
  // Rotators lead to links on active domains alone.
  present("rotatorCache")?.doubt();
}
