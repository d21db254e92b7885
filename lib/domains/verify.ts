import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { baseUrl, env } from "@/lib/env";
import { isLocalService, normalHost } from "./host";

const withinMs = 5_000;
/** A chain of CNAMEs that is longer than this is broken. */
const maxHops = 8;

/** How strictly domains are checked: as configured, else strictly unless nobody outside can reach the service. */
export const verification = () => env.DOMAIN_VERIFICATION ?? (isLocalService() ? "off" : "strict");

/**
 * Why visitors of `host` would not arrive at this service, as one sentence; null where they would: it is a CNAME to the
 * service's own name, or all of its addresses are the service's. Takes 5 s at most.
 */
export async function dnsProblem(host: string): Promise<string | null> {
  const own = new URL(baseUrl()).hostname.replace(/^\[(.*)\]$/, "$1");
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (env.DNS_SERVERS.length > 0) resolver.setServers(env.DNS_SERVERS);
  const timer = setTimeout(() => resolver.cancel(), withinMs);
  try {
    const [aliased, found, expected] = await Promise.all([
      leadsByName(resolver, host, own),
      addressesOf(resolver, host),
      isIP(own) ? [own] : addressesOf(resolver, own),
    ]);
    if (aliased || (found.length > 0 && found.every((address) => expected.includes(address)))) return null;
    const state = found.length > 0 ? `leads to ${found.join(", ")}` : "has no address in the DNS";
    return `${host} ${state}. ${expectation(own, expected)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ETIMEOUT" || code === "ECANCELLED") {
      return `The DNS did not say in time where ${host} leads. Please try again.`;
    }
    return `The DNS could not say where ${host} leads (${code}).`;
  } finally {
    clearTimeout(timer);
  }
}

function expectation(own: string, addresses: string[]): string {
  const byAddress = `have the ${addresses.length === 1 ? "address" : "addresses"} ${addresses.join(", ")}`;
  if (isIP(own)) return `It must ${byAddress}.`;
  const byName = `It must be a CNAME to ${own}`;
  return addresses.length === 0 ? `${byName}.` : `${byName}, or ${byAddress}.`;
}

async function addressesOf(resolver: Resolver, host: string): Promise<string[]> {
  const families = await Promise.all([records(resolver.resolve4(host)), records(resolver.resolve6(host))]);
  return families.flat();
}

async function leadsByName(resolver: Resolver, host: string, own: string): Promise<boolean> {
  for (let name = host, hops = 0; hops < maxHops; hops++) {
    const [next] = await records(resolver.resolveCname(name));
    if (next === undefined) return false;
    name = normalHost(next) ?? next;
    if (name === own) return true;
  }
  return false;
}

/** The answer of the DNS, empty where it has none of the kind. */
async function records(answer: Promise<string[]>): Promise<string[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
}
