import { getDomain } from "tldts-icann";
import type { Actor } from "@/lib/auth/actor";
import { refusedField } from "@/lib/contract/errors";
import { baseUrl } from "@/lib/platform/env";
import { isReservedHost } from "./host";

/**
 * Refuses the hosts that are the operator's: the service's own, which nobody can add, and all others under the name that
 * the operator has registered, which only administrators can. They often lead to this machine too, and what is served
 * there can set cookies for the service.
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

/** Such a name leads everybody to their own machine. */
const isLocal = /(^|\.)localhost$/;
