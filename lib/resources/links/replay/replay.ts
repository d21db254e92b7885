import { deviceBits } from "@/lib/clicks/classify/device-words";
import type { Agent } from "@/lib/clicks/classify/enrich";
import type { Place } from "@/lib/clicks/classify/geography";
import { type FactColumn, type LineColumn, lineColumns, NOTHING } from "@/lib/clicks/store/fact-query";
import { meetsAnyLanguage, meetsLanguage, primaryLanguage } from "@/lib/contract/language-codes";
import { utmFields } from "@/lib/contract/utm";
import { withoutQuery } from "@/lib/resources/links/parameters";
import { type Decided, decide } from "@/lib/resources/links/routing/decide";
import { type Condition, OWN, variantKey } from "@/lib/resources/links/routing/ready-rules";
import type { Visitor } from "@/lib/resources/links/routing/visitor";

/** Returns whether a parameter's value is stored with clicks. */
const isStoredParameter = (name: string): boolean => utmFields.some((field) => name === `utm_${field}`);

/**
 * The visitor of a stored click, in place of a request for `decide`. Some conditions need facts that are not stored with
 * a click. If `decide` asks for one, the answer is that it is missing, and the decision counts as unknown.
 */
class StoredVisitor implements Visitor {
  readonly forwarded = null;
  /** the unknown things that `decide` asked for */
  missing: "query" | "visitor" | "language" | null = null;
  /** whether it derived requested device words from the system and kind of device */
  guessed = false;
  private fields: string[] = [];
  private readonly places: Partial<Record<LineColumn, number>>;
  private readonly known: Agent = { browser: "", os: "", device: "" };
  private readonly where: Place = { country: null, region: null, city: null };

  /** `needed`: the columns of its lines */
  constructor(needed: FactColumn[]) {
    this.places = Object.fromEntries(lineColumns(needed).map((name, index) => [name, index]));
  }

  /**
   * Switches to the visitor of a line of `readFacts`. One instance serves a million lines, because creating instances
   * would take longer.
   */
  become(fields: string[]): void {
    this.fields = fields;
    this.missing = null;
    this.guessed = false;
  }

  get(name: LineColumn): string | null {
    const place = this.places[name];
    const value = place === undefined ? undefined : this.fields[place];
    return value === undefined || value === NOTHING ? null : value;
  }

  get now(): number {
    return Number(this.get("at"));
  }

  /** User agents are not stored, only the device words that rules test. Returns a user agent with the same words. */
  get userAgent(): string {
    const bits = this.get("devices");
    if (bits === null) this.guessed = true;
    return agentOfBits(bits === null ? this.likelyBits() : Number(bits));
  }

  place(): Place {
    this.where.country = this.get("country");
    this.where.region = this.get("region");
    this.where.city = this.get("city");
    return this.where;
  }

  language(): string | null {
    return this.get("language");
  }

  /** Clicks store the language without its region and script. */
  speaks(any: string[]): boolean {
    const found = this.language();
    if (meetsAnyLanguage(any, found)) return true;
    if (found !== null && any.some((wanted) => meetsLanguage(primaryLanguage(wanted), found)))
      this.missing = "language";
    return false;
  }

  agent(): Agent {
    this.known.browser = this.get("browser") ?? "";
    this.known.os = this.get("os") ?? "";
    this.known.device = this.get("device") ?? "";
    return this.known;
  }

  query(): { getAll(name: string): string[] } {
    return this;
  }

  /** If a query contains a parameter twice, the first value is stored. */
  getAll(name: string): string[] {
    if (!isStoredParameter(name)) {
      this.missing = "query";
      return [];
    }
    const value = this.get(name as FactColumn);
    return value === null ? [] : [value];
  }

  identity(): string {
    const visitor = this.get("visitor");
    if (visitor === null) this.missing = "visitor";
    return visitor ?? "";
  }

  private likelyBits(): number {
    const { os, device } = this.agent();
    const words: Record<string, string> = { Android: "android", Windows: "windows", macOS: "mac", Linux: "linux" };
    const word =
      os === "iOS" ? (device === "Tablet" ? "ipad" : "iphone") : words[os.replace("Windows Phone", "Windows")];
    return word === undefined ? 0 : (deviceBits[word] ?? 0);
  }
}

/** The user-agent words of each combination. The word for `mac` occurs in no other, and Linux comes after Android. */
const agentWords: Record<string, string> = {
  android: "Android",
  linux: "Linux",
  iphone: "iPhone",
  ipad: "iPad",
  windows: "Windows",
  mac: "Macintosh",
};

const agents = new Map<number, string>();

export function agentOfBits(bits: number): string {
  let agent = agents.get(bits);
  if (agent === undefined) {
    const words = Object.entries(agentWords).filter(([word]) => bits & (deviceBits[word] ?? 0));
    agent = words.map(([, said]) => said).join(" ");
    agents.set(bits, agent);
  }
  return agent;
}

/** Number of visits by actual or replayed destination. */
export type Tally = Record<string, number>;

/** Where a link's visitors would go, and where they went. */
export interface Replayed {
  visits: number;
  /** by variant; `gone` if the link has ended for them */
  after: Tally;
  /** by variant; `url` if no rule applied; the name of a rule at the time if nothing else is stored */
  before: Tally;
  /** visits that would have gone elsewhere, if both destinations are known */
  moved: number;
  /** visits whose destination depends on something that is not stored; they are in `before` but not in `after` */
  undecided: { query: number; visitor: number; language: number };
  /** visits whose device was derived from its system, because no more was stored */
  guessed: number;
  /** visits beyond the plan's limit for details; they are counted nowhere else */
  locked: number;
  /** time of the earliest visit in milliseconds since 1970 */
  earliest: number | null;
}

/** Represents the destination of a link that has ended. */
export const GONE = "gone";

/**
 * Runs visits through the redirect's own `decide` with what is stored of each. A condition on something that is not
 * stored comes last in its rule, so it is only tested if all others hold.
 */
export class Replay {
  readonly found: Replayed = {
    ...{ visits: 0, before: {}, after: {}, moved: 0, guessed: 0, locked: 0, earliest: null },
    undecided: { query: 0, visitor: 0, language: 0 },
  };
  private readonly visitor: StoredVisitor;
  private readonly link: Decided;
  private readonly own: string;

  /**
   * `ownThen`: the variant of the link's own destination during the whole period; null if it was edited in that time.
   */
  constructor(
    link: Decided,
    private readonly ownThen: string | null,
  ) {
    this.visitor = new StoredVisitor(columnsNeededFor(link));
    this.link = {
      ...link,
      rules: link.rules.map((rule) => ({ ...rule, conditions: storedConditionsFirst(rule.conditions) })),
    };
    this.own = variantKey(OWN, withoutQuery(link.destination, link.addedQuery));
  }

  /** `fields`: a line of `readFacts` with the columns of `neededBy`. */
  add(fields: string[]): void {
    const { found, visitor } = this;
    visitor.become(fields);
    const clicks = Number(visitor.get("clicks"));
    if (visitor.get("locked") !== null) {
      found.locked += clicks;
      return;
    }
    found.visits += clicks;
    found.earliest = Math.min(found.earliest ?? visitor.now, visitor.now);
    const variant = visitor.get("variant");
    const rule = visitor.get("rule");
    count(found.before, variant ?? rule ?? OWN, clicks);
    const decision = decide(this.link, visitor);
    if (visitor.guessed) found.guessed += clicks;
    if (visitor.missing !== null) {
      found.undecided[visitor.missing] += clicks;
      return;
    }
    const after = decision.kind === "redirect" ? (decision.variant ?? this.own) : GONE;
    count(found.after, after, clicks);
    const before = variant ?? (rule === null ? this.ownThen : null);
    if (before !== null && before !== after) found.moved += clicks;
  }
}

function count(tally: Tally, key: string, clicks: number): void {
  tally[key] = (tally[key] ?? 0) + clicks;
}

function isKept(condition: Condition): boolean {
  if (condition.kind === "query") return isStoredParameter(condition.name);
  return condition.kind !== "language" || condition.any.every((tag) => tag === primaryLanguage(tag));
}

const storedConditionsFirst = (conditions: Condition[]) => [
  ...conditions.filter(isKept),
  ...conditions.filter((condition) => !isKept(condition)),
];

/** Returns the columns of a click that the link's decision needs. */
export function columnsNeededFor({ rules, expiresAt }: Pick<Decided, "rules" | "expiresAt">): FactColumn[] {
  const needed = new Set<FactColumn>(["rule", "variant"]);
  if (expiresAt !== null) needed.add("at");
  for (const { conditions, target } of rules) {
    if (typeof target !== "string") needed.add("visitor");
    for (const condition of conditions) for (const column of columnsOf(condition)) needed.add(column);
  }
  return [...needed];
}

function columnsOf(condition: Condition): FactColumn[] {
  switch (condition.kind) {
    case "country":
    case "region":
    case "city":
    case "language":
    case "os":
    case "browser":
      return [condition.kind];
    case "device":
      return ["devices", "os", "device"];
    case "query":
      return isStoredParameter(condition.name) ? [condition.name as FactColumn] : [];
    case "from":
    case "until":
    case "week":
      return ["at"];
  }
}
