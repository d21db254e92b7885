import { type Agent, agentOf, languageOf } from "@/lib/clicks/enrich";
import { type Place, placeOf } from "@/lib/clicks/geography";
import type { Visit } from "@/lib/clicks/visit";
import { visitorOf as identityOf } from "@/lib/clicks/visitor";
import type { Forwarded } from "./forward";

/** What a decision may depend on. What costs something to find out is asked for only by the rules that need it. */
export interface Visitor {
  /** milliseconds since 1970 */
  now: number;
  userAgent: string;
  /** what of the address that was visited goes on to the destination, as the link or its domain has it */
  forwarded: Forwarded | null;
  place(): Place;
  language(): string | null;
  agent(): Agent;
  /** the parameters of the address that was visited */
  query(): { getAll(name: string): string[] };
  /** the same for every visit of one visitor */
  identity(): string;
}

/** The visitor of a visit to `url`, a path with its query. */
export const visitorOf = (visit: Visit, url: string, forwarded: Forwarded | null): Visitor =>
  new VisitVisitor(visit, url, forwarded);

// A class, since most visits ask for none of it: a function of its own for each would have to be made all the same.
class VisitVisitor implements Visitor {
  private found: Place | undefined;

  constructor(
    private readonly visit: Visit,
    private readonly url: string,
    readonly forwarded: Forwarded | null,
  ) {}

  get now(): number {
    return this.visit.at;
  }

  get userAgent(): string {
    return this.visit.userAgent;
  }

  place(): Place {
    this.found ??= placeOf(this.visit.address);
    return this.found;
  }

  language(): string | null {
    return languageOf(this.visit.language);
  }

  agent(): Agent {
    return agentOf(this.visit.userAgent);
  }

  query(): URLSearchParams {
    return new URLSearchParams(this.url.includes("?") ? this.url.slice(this.url.indexOf("?")) : "");
  }

  identity(): string {
    return identityOf(this.visit.address, this.visit.userAgent);
  }
}
