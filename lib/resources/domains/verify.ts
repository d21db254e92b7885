import type { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { baseUrl, env } from "@/lib/platform/env";
import { addressesOf, nameServers, recordsIn } from "@/lib/platform/name-servers";
import { isLocalService, normalHost } from "./host";
import { proofName } from "./proof";

const withinMs = 5_000;
/** A chain of CNAMEs that is longer than this is broken. */
const maxHops = 8;

/** How strictly domains are checked: as configured, else strictly unless nobody outside can reach the service. */
export const verification = () => env.DOMAIN_VERIFICATION ?? (isLocalService() ? "off" : "strict");

/** What the DNS says of a domain, and what it would have to say. */
export interface DnsReport {
  /** the names that the domain stands for, by its CNAMEs in turn, and its addresses; null where the DNS did not say */
  found: DnsRecords | null;
  /** the service's own name, unless it is known by its address alone, and its addresses */
  expected: DnsRecords;
  /** why visitors would not arrive; null where they would */
  problem: Refusal | null;
  /** whether the DNS said so: false where it failed, which says nothing of the domain */
  certain: boolean;
  /** the TXT records that say whose the domain is; null where the DNS did not say */
  proofs: string[] | null;
}

interface DnsRecords {
  names: string[];
  addresses: string[];
}

/** The service's own name, as domains have to lead to it. */
export const ownName = () => new URL(baseUrl()).hostname.replace(/^\[(.*)\]$/, "$1");

/**
 * Whether visitors of `host` arrive at this service: it is a CNAME to the service's own name, or all of its addresses
 * are the service's. Takes 5 s at most.
 */
export async function checkDns(host: string): Promise<DnsReport> {
  const own = ownName();
  const byName = isIP(own) ? { names: [], addresses: [own] } : { names: [own], addresses: [] };
  const resolver = nameServers();
  const timer = setTimeout(() => resolver.cancel(), withinMs);
  const proving = proofsOf(resolver, host);
  try {
    const [names, addresses, ownAddresses] = await Promise.all([
      namesOf(resolver, host, own),
      addressesOf(resolver, host),
      isIP(own) ? byName.addresses : addressesOf(resolver, own),
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
    // Name servers that do not even know this service are no witnesses.
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

/** Few need a proof, so that this alone fails no check. */
async function proofsOf(resolver: Resolver, host: string): Promise<string[] | null> {
  try {
    return await recordsIn(resolver.resolveTxt(proofName(host)).then((texts) => texts.map((parts) => parts.join(""))));
  } catch {
    return null;
  }
}

/** The names that `host` stands for in turn, up to `own`. */
async function namesOf(resolver: Resolver, host: string, own: string): Promise<string[]> {
  const names: string[] = [];
  for (let name = host; name !== own && names.length < maxHops; ) {
    const [next] = await recordsIn(resolver.resolveCname(name));
    if (next === undefined) break;
    name = normalHost(next) ?? next;
    names.push(name);
  }
  return names;
}
