import { deviceBits } from "@/lib/clicks/classify/device-words";
import type { Agent } from "@/lib/clicks/classify/enrich";
import type { Place } from "@/lib/clicks/classify/geography";
import { type FactColumn, type LineColumn, lineColumns, NOTHING } from "@/lib/clicks/store/fact-query";
import { meetsAnyLanguage, meetsLanguage, primaryLanguage } from "@/lib/contract/language-codes";
import { utmFields } from "@/lib/contract/utm";
import type { Visitor } from "@/lib/resources/links/routing/visitor";

/** Returns whether a parameter's value is stored with clicks. */
export const isStoredParameter = (name: string): boolean => utmFields.some((field) => name === `utm_${field}`);

/**
 * The visitor of a stored click, in place of a request for `decide`. If `decide` asks for something that no click
 * stores, this class answers as if it were missing and remembers that, because the decision is then unknown.
 */
export class StoredVisitor implements Visitor {
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
   * Switches to the visitor of a line of `factsOf`. One instance serves a million lines, because creating instances
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
