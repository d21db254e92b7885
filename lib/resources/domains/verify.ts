import type { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { baseUrl, env } from "@/lib/platform/env";
import { nameServers, readRecords, resolveAddresses } from "@/lib/platform/network/name-servers";
import { hmac } from "@/lib/platform/secrets";
import { isLocalService, normalHost } from "./host";

/** The DNS record that proves an account's ownership of a domain. */
export interface ProofRecord {
  name: string;
  /** the content of the TXT record */
  value: string;
}

/** The name whose TXT records show who owns `host`. */
const proofName = (host: string) => `_signpost.${host}`;

export function proofRecord(userId: number, host: string): ProofRecord {
  const token = Buffer.from(hmac("domain-proof", `${userId} ${host}`)).toString("hex", 0, 16);
  return { name: proofName(host), value: `signpost-verify=${token}` };
}

/** The arguments of the refusal for an account that has not proved its ownership of `host`. */
export const missingProof = (userId: number, host: string) => ({ host, ...proofRecord(userId, host) });

const withinMs = 5_000;
/** A longer chain of CNAMEs is considered broken. */
const maxHops = 8;

/** How strictly domains are checked: as configured, else strictly, but not at all for a local service. */
export const verification = () => env.DOMAIN_VERIFICATION ?? (isLocalService() ? "off" : "strict");

/** What DNS answers about a domain, and what it should answer. */
export interface DnsReport {
  /** the CNAMEs of the domain in order, and its addresses; null if DNS did not answer */
  found: DnsRecords | null;
  /** the service's own name (none if it is known by its IP address only) and its addresses */
  expected: DnsRecords;
  /** why visitors would not arrive; null if they would */
  problem: Refusal | null;
  /** whether DNS answered; false on a failure, which reveals nothing about the domain */
  certain: boolean;
  /** the TXT records for proof of ownership; null if DNS did not answer */
  proofs: string[] | null;
}

interface DnsRecords {
  names: string[];
  addresses: string[];
}

/** The service's own host name or IP address, which domains must point to. */
export const serviceHostName = () => new URL(baseUrl()).hostname.replace(/^\[(.*)\]$/, "$1");

/**
 * Checks whether visitors of `host` arrive at this service: it is a CNAME of the service's own name, or all its
 * addresses are the service's. Takes at most 5 seconds.
 */
export async function checkDns(host: string): Promise<DnsReport> {
  const own = serviceHostName();
  const byName = isIP(own) ? { names: [], addresses: [own] } : { names: [own], addresses: [] };
  const resolver = nameServers();
  const timer = setTimeout(() => resolver.cancel(), withinMs);
  const proving = proofsOf(resolver, host);
  try {
    const [names, addresses, ownAddresses] = await Promise.all([
      namesOf(resolver, host, own),
      resolveAddresses(resolver, host),
      isIP(own) ? byName.addresses : resolveAddresses(resolver, own),
    ]);
    const proofs = await proving;
    const found = { names, addresses };
    const expected = { ...byName, addresses: ownAddresses };
    const arrives =
      names.includes(own) || (addresses.length > 0 && addresses.every((address) => ownAddresses.includes(address)));
    if (arrives) return { found, expected, problem: null, certain: true, proofs };
    const needed = expectation(own, ownAddresses);
    const problem =
      addresses.length > 0
        ? refusal("dns_leads_elsewhere", { host, found: addresses.join(", "), expected: needed })
        : refusal("dns_no_address", { host, expected: needed });
    // Name servers that do not even know this service are not reliable.
    return { found, expected, problem, certain: ownAddresses.length > 0, proofs };
  } catch (error) {
    const problem = failure(host, error as NodeJS.ErrnoException);
    return { found: null, expected: byName, problem, certain: false, proofs: await proving };
  } finally {
    clearTimeout(timer);
  }
}

function failure(host: string, { code }: NodeJS.ErrnoException): Refusal {
  return code === "ETIMEOUT" || code === "ECANCELLED"
    ? refusal("dns_late", { host })
    : refusal("dns_failed", { host, code: String(code) });
}

function expectation(own: string, found: string[]): Refusal {
  const known = { count: found.length, addresses: found.join(", ") };
  if (isIP(own)) return refusal("dns_needs_address", known);
  return found.length === 0
    ? refusal("dns_needs_cname", { own })
    : refusal("dns_needs_cname_or_address", { own, ...known });
}

/** Few domains need a proof, so a failure here does not fail the check. */
async function proofsOf(resolver: Resolver, host: string): Promise<string[] | null> {
  try {
    return await readRecords(
      resolver.resolveTxt(proofName(host)).then((texts) => texts.map((parts) => parts.join(""))),
    );
  } catch {
    return null;
  }
}

/** Follows the CNAMEs of `host`, up to `own`, and returns their names. */
async function namesOf(resolver: Resolver, host: string, own: string): Promise<string[]> {
  const names: string[] = [];
  for (let name = host; name !== own && names.length < maxHops; ) {
    const [next] = await readRecords(resolver.resolveCname(name));
    if (next === undefined) break;
    name = normalHost(next) ?? next;
    names.push(name);
  }
  return names;
}
