import { getDomain } from "tldts-icann";
import type { Actor } from "@/lib/auth/actor";
import { refusedField } from "@/lib/contract/errors";
import { baseUrl } from "@/lib/platform/env";
import { isReservedHost } from "./host";

/**
 * Refuses the operator's hosts: the service's own, which no one can add, and others under the operator's registered
 * domain, which only administrators can add. Such hosts often point to this machine, and pages on them could set
 * cookies for the service.
 */
export function assertNotReserved({ admin }: Pick<Actor, "admin">, host: string): void {
  if (isReservedHost(host) || isLocal.test(host)) {
    throw refusedField("domain", "domain_is_ours");
  }
  const registered = getDomain(baseUrl());
  if (registered !== null && !admin && getDomain(host) === registered) {
    throw refusedField("domain", "domain_reserved", { name: registered });
  }
}

/** Such a name points every visitor to their own machine. */
const isLocal = /(^|\.)localhost$/;
