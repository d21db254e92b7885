import { type Agent, agentOf, countryOf, languageOf } from "@/lib/clicks/enrich";
import type { Visit } from "@/lib/clicks/visit";
import { visitorOf as identityOf } from "@/lib/clicks/visitor";

/** What a decision may depend on. What costs something to find out is asked for only by the rules that need it. */
export interface Visitor {
  /** milliseconds since 1970 */
  now: number;
  userAgent: string;
  country(): string | null;
  language(): string | null;
  agent(): Agent;
  /** the parameters of the address that was visited */
  query(): URLSearchParams;
  /** the same for every visit of one visitor */
  identity(): string;
}

/** The visitor of a visit to `url`, a path with its query. */
export function visitorOf(visit: Visit, url: string): Visitor {
  return {
    now: visit.at,
    userAgent: visit.userAgent,
    country: () => countryOf(visit.address),
    language: () => languageOf(visit.language),
    agent: () => agentOf(visit.userAgent),
    query: () => new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : ""),
    identity: () => identityOf(visit.address, visit.userAgent),
  };
}
