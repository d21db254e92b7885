import { type Agent, describeAgent, readLanguageTag } from "@/lib/clicks/classify/enrich";
import { locateAddress, type Place } from "@/lib/clicks/classify/geography";
import { identifyVisitor as identityOf, type Visit } from "@/lib/clicks/classify/visit";
import { meetsAnyLanguage } from "@/lib/contract/language-codes";
import { parseParameters } from "@/lib/contract/utm";
import type { Forwarded } from "./address";

/**
 * What a decision may depend on. Only the rules that need a result call its method, because the results are expensive.
 */
export interface Visitor {
  /** milliseconds since 1970 */
  now: number;
  userAgent: string;
  /** what is forwarded to the destination, by the link's or its domain's setting */
  forwarded: Forwarded | null;
  place(): Place;
  /** a tag such as `pt-BR` or `de` */
  language(): string | null;
  /** whether the language matches one of these */
  speaks(any: string[]): boolean;
  agent(): Agent;
  /** the parameters of the visited URL by `parameterName` */
  query(): { getAll(name: string): string[] };
  /** the same for every visit of one visitor */
  identity(): string;
}

/** Returns the visitor of a visit to `url`, a path with its query. */
export const describeVisitor = (visit: Visit, url: string, forwarded: Forwarded | null): Visitor =>
  new VisitVisitor(visit, url, forwarded);

// A class, because most visits use none of its methods, and closures would have to be created for each visit.
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
    this.found ??= locateAddress(this.visit.address);
    return this.found;
  }

  language(): string | null {
    return readLanguageTag(this.visit.language);
  }

  speaks(any: string[]): boolean {
    return meetsAnyLanguage(any, this.language());
  }

  agent(): Agent {
    return describeAgent(this.visit.userAgent);
  }

  query(): URLSearchParams {
    return parseParameters(this.url);
  }

  identity(): string {
    return identityOf(this.visit.address, this.visit.userAgent);
  }
}
