import { Resolver } from "node:dns/promises";
import { env } from "@/lib/platform/env";

/**
 * The resolver for the name servers of `DNS_SERVERS`, or else the machine's. Unlike the system's look-up, a slow answer
 * does not block one of the process's few threads, which read files and check passwords.
 */
export function nameServers(): Resolver {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (env.DNS_SERVERS.length > 0) resolver.setServers(env.DNS_SERVERS);
  return resolver;
}

/** All addresses of a name; empty if it has none. Rejects if the name servers do not answer. */
export async function resolveAddresses(resolver: Resolver, host: string): Promise<string[]> {
  const families = await Promise.all([readRecords(resolver.resolve4(host)), readRecords(resolver.resolve6(host))]);
  return families.flat();
}

/** The records of an answer; empty if there are none of this type. */
export async function readRecords(answer: Promise<string[]>): Promise<string[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
}
