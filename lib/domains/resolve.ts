import { LRUCache } from "lru-cache";
import { pool } from "@/lib/db";
import { env } from "@/lib/env";
import { once } from "@/lib/once";
import { isServiceHost, normalHost } from "./host";

/** What the redirect needs of a domain. */
export interface DomainSnapshot {
  id: number;
  redirect404: string | null;
}

interface Entry {
  domain: DomainSnapshot | null;
  /** may have changed: used only where it cannot be read anew */
  doubted: boolean;
}

export type DomainCache = LRUCache<string, Entry>;

const cache = (): DomainCache => once("domainCache", () => new LRUCache({ max: 10_000 }));

/**
 * The domain that a request's Host header names, null if it is none of ours. With APP_URL unset, every host that is
 * nobody's branded domain counts as the service's own, so that a first try by address works.
 */
export function domainOf(hostHeader: string): DomainSnapshot | null | Promise<DomainSnapshot | null> {
  const present = cache().get(hostHeader);
  if (!present) return find(hostHeader);
  return present.doubted ? find(hostHeader).catch(() => present.domain) : present.domain;
}

let changes = 0;

async function find(hostHeader: string): Promise<DomainSnapshot | null> {
  const changesBefore = changes;
  const host = normalHost(hostHeader);
  const own = host === null ? false : isServiceHost(host);
  const { rows } = await pool.query<DomainSnapshot & { branded: boolean }>({
    name: "domain-by-host",
    text: `SELECT id, redirect_404 AS "redirect404", user_id IS NOT NULL AS branded FROM domains
      WHERE user_id IS NULL OR (host = $1 AND status = 'active') ORDER BY branded DESC LIMIT 1`,
    values: [host],
  });
  const row = rows[0];
  const domain = row && (row.branded || own || env.APP_URL === undefined) ? row : null;
  cache().set(hostHeader, { domain, doubted: changes !== changesBefore });
  return domain;
}

/** For the database's `domain_changed` notification. Domains change rarely, so all are in doubt. */
export function doubtDomains(): void {
  changes++;
  for (const entry of cache().values()) entry.doubted = true;
}
