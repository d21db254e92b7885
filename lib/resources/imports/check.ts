import type { Domain } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { foldAlias, isReserved, linkKey } from "@/lib/contract/alias";
import { AppError, refusedField } from "@/lib/contract/errors";
import { fitsColumn, tooLargeFor } from "@/lib/contract/json-columns";
import { alias } from "@/lib/contract/link-fields";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { asUri } from "@/lib/contract/url";
import { refusalOfIssue, type z } from "@/lib/contract/zod";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { blocklist } from "@/lib/platform/network/blocklist";
import { type Blocklist, isListed } from "@/lib/platform/network/host-list";
import { domainsToChoose, getDefaultDomain } from "@/lib/resources/domains/default";
import { isHostOfInstance, isLinkOfInstance } from "@/lib/resources/domains/instance-links";
import { rulesOf } from "@/lib/resources/links/columns";
import { requireAliasFeatures, requireFeatures } from "@/lib/resources/links/features";
import { assertAllowedDestinations } from "@/lib/resources/links/writing/save";
import { hasFeature, requireFeature } from "@/lib/resources/plans/quota";
import { RelatedEntities } from "./format/related";
import { type CreatedEntity, type ImportedLink, importedLink } from "./format/schema";
import type { ImportOutcome } from "./outcomes";
import type { ReadLink } from "./sources";

const maxMade = 1_000;
const maxAliasLength = 64;
/** How many numbers are compared with existing links. If all are taken, the alias may become random. */
const triedNumbers = 8;

// Made once, because making a schema takes longer than using it.
const anyAlias = alias();

const tooManyMade = () => refusedField("file", "import_names_too_many", { count: maxMade });

/** An entry of the file, and what would happen to it. */
interface CheckedRow {
  link: ImportedLink;
  domainId: number;
  outcome: ImportOutcome;
  refused?: Refusal;
}

interface ExistingLink {
  domainId: number;
  alias: string;
  userId: number;
  destination: string;
}

/** The domains that the actor may use for imported links, default first. */
export async function importDomains(actor: Actor): Promise<Domain[]> {
  const domains = await domainsToChoose(actor);
  return hasFeature(actor, "multiple") ? domains : domains.filter(({ userId }) => userId === null);
}

/** Determines what an import would do with each entry of a file, without creating anything. */
export class Check {
  /** related things that the account does not have yet */
  readonly made: CreatedEntity[] = [];
  /** the aliases of the file by key, in the spelling that came first */
  private readonly seen = new Map<string, string>();
  /** the aliases with a number at the end, by key */
  private readonly numbered = new Map<string, string>();
  private readonly ownHosts = new Map<string, Promise<boolean>>();

  private constructor(
    private readonly actor: Actor,
    private readonly fallbackId: number,
    private readonly domains: Map<string, number>,
    private readonly blocked: Blocklist[],
    private readonly belongings: RelatedEntities,
  ) {}

  /**
   * `domainId` is the domain for links whose own domain the actor does not have. Without it, the default domain is
   * used.
   */
  static async for(actor: Actor, domainId?: number): Promise<Check> {
    const fallbackId = await getDefaultDomain(actor);
    const domains = await importDomains(actor);
    if (domainId !== undefined && !domains.some(({ id }) => id === domainId)) {
      if (domainId !== fallbackId) requireFeature(actor, "multiple");
      throw refusedField("domain", "not_yours", { what: "domain" });
    }
    return new Check(
      actor,
      domainId ?? fallbackId,
      new Map(domains.map(({ host, id }) => [host, id])),
      await blocklist(),
      await RelatedEntities.of(actor),
    );
  }

  async rows(links: ReadLink[]): Promise<CheckedRow[]> {
    const rows = await Promise.all(links.map((link) => this.row(link)));
    const compared = await this.compare(rows);
    for (const { outcome, link } of compared) if (isImportable(outcome)) this.relate(link);
    return compared;
  }

  /** Records what has to be created for a link, and what the link loses. */
  private relate(link: ImportedLink): void {
    link.related = link.related?.filter((thing) => {
      if (this.belongings.find(thing) !== undefined) return true;
      const problem = this.belongings.problemOf(thing);
      if (problem) {
        link.lost = [...(link.lost ?? []), writeRefusal(problem)];
        return false;
      }
      this.belongings.add(thing, 0);
      if (this.made.push({ kind: thing.kind as CreatedEntity["kind"], name: thing.name }) > maxMade)
        throw tooManyMade();
      return true;
    });
  }

  /** Checks an entry without the others. */
  private async row({ link, host, refused }: ReadLink): Promise<CheckedRow> {
    const domainId = (host && this.domains.get(host.toLowerCase())) || this.fallbackId;
    if (!fitsColumn("import_rows.link", link)) {
      const beginning = { url: link.url?.slice(0, 200) } as ImportedLink;
      return { link: beginning, domainId, outcome: "invalid", refused: tooLargeFor("import_rows.link") };
    }
    const row = { link: link as ImportedLink, domainId };
    if (refused) return { ...row, outcome: "invalid", refused };
    if (!link.url) return { ...row, outcome: "invalid", refused: refusal("import_without_destination") };
    const { data, error } = importedLink.safeParse({ ...link, alias: undefined });
    const problem = error ? firstRefusal(error) : await this.problemOfSettings(data.settings);
    if (problem) return { ...row, outcome: "invalid", refused: problem };
    Object.assign(row.link, { url: data?.url, settings: data?.settings, related: data?.related });
    if (await isLinkOfInstance(link.url, (name) => this.isOwnHost(name))) {
      return { ...row, outcome: "invalid", refused: refusal("import_of_short_link") };
    }
    if (isListed(this.blocked, link.url)) return { ...row, outcome: "invalid", refused: refusal("url_blocked") };
    const taken = link.alias === undefined ? null : await this.refusalOf(link.alias);
    return taken ? { ...row, outcome: "taken", refused: taken } : { ...row, outcome: "ready" };
  }

  /** Returns why the settings of a link from another Signpost are not possible here; null if they are. */
  private problemOfSettings(settings: ImportedLink["settings"]): Promise<Refusal | null> {
    return refusalBy(async () => {
      if (!settings) return;
      rulesOf(settings, []);
      await requireFeatures(this.actor, settings, undefined);
      await assertAllowedDestinations(settings, (name) => this.isOwnHost(name));
    });
  }

  /** Returns why an alias is not allowed here, whether or not it is available. */
  private async refusalOf(text: string): Promise<Refusal | null> {
    const { error } = anyAlias.safeParse(text);
    if (error) return firstRefusal(error);
    if (isReserved(text)) return refusal("import_alias_reserved");
    return refusalBy(async () => requireAliasFeatures(this.actor, text));
  }

  /** Compares entries with each other and with existing links. */
  private async compare(rows: CheckedRow[]): Promise<CheckedRow[]> {
    const ready = rows.filter(({ outcome, link }) => outcome === "ready" && link.alias !== undefined);
    const existing = await existingLinks(ready.map(({ domainId, link }) => ({ domainId, alias: link.alias ?? "" })));
    const compared = rows.map((row): CheckedRow => {
      const { link, domainId, outcome } = row;
      if (outcome !== "ready" || link.alias === undefined) return row;
      const key = linkKey(domainId, foldAlias(link.alias));
      const first = this.seen.get(key);
      if (first === link.alias) return { ...row, outcome: "repeated", refused: refusal("import_alias_repeated") };
      if (first !== undefined) return this.withSuffix(row, link.alias, first);
      this.seen.set(key, link.alias);
      const present = existing.get(key);
      if (!present) return row;
      const isOwn = present.userId === this.actor.userId;
      if (isOwn && asUri(present.destination) === link.url) return { ...row, outcome: "present", refused: undefined };
      return { ...row, link: { ...link }, outcome: isOwn ? "own" : "taken", refused: refusal("import_alias_taken") };
    });
    await this.number(compared.filter((row, index) => row !== rows[index] && isImportable(row.outcome)));
    return compared;
  }

  /** Gives rows with the alias of another link a numbered one, which they get if the user wants that. */
  private async number(rows: CheckedRow[]): Promise<void> {
    const places = rows.flatMap(({ domainId, link: { alias = "", suffix } }) =>
      suffix === undefined
        ? Array.from({ length: triedNumbers }, (_, index) => ({ domainId, alias: numberedAlias(alias, index + 2) }))
        : [],
    );
    const existing = await existingLinks(places);
    for (const row of rows) {
      const { alias = "", suffix } = row.link;
      if (suffix !== undefined) continue;
      const numbered = this.unusedAlias(row.domainId, alias, existing);
      row.link.numbered = numbered;
      row.refused = refusal(row.outcome === "own" ? "import_alias_own" : "import_alias_suffix", { suffix: numbered });
    }
  }

  /** In other services, aliases may differ only in case. A suffix keeps both if the user wants new aliases. */
  private withSuffix(row: CheckedRow, alias: string, first: string): CheckedRow {
    const suffix = this.unusedAlias(row.domainId, alias);
    const refused = refusal("import_alias_case", { alias, first, suffix });
    return { ...row, link: { ...row.link, suffix }, outcome: "taken", refused };
  }

  private unusedAlias(domainId: number, alias: string, existing = new Map<string, ExistingLink>()): string {
    let n = 2;
    for (; ; n++) {
      const key = linkKey(domainId, foldAlias(numberedAlias(alias, n)));
      if (this.seen.has(key) || this.numbered.has(key) || existing.has(key)) continue;
      this.numbered.set(key, numberedAlias(alias, n));
      return numberedAlias(alias, n);
    }
  }

  /** The numbered aliases that rows further down in the file have. They belong to those rows. */
  repeatedNumbers(): string[] {
    return [...this.numbered].filter(([key]) => this.seen.has(key)).map(([, alias]) => alias);
  }

  private isOwnHost(host: string): Promise<boolean> {
    const known = this.ownHosts.get(host) ?? isHostOfInstance(host);
    this.ownHosts.set(host, known);
    return known;
  }
}

const numberedAlias = (alias: string, n: number) => `${alias.slice(0, maxAliasLength - `-${n}`.length)}-${n}`;

async function existingLinks(places: { domainId: number; alias: string }[]) {
  if (places.length === 0) return new Map<string, ExistingLink>();
  const found = await statement<ExistingLink>(
    `SELECT domain_id AS "domainId", alias_folded AS alias, user_id AS "userId", destination FROM links
     WHERE (domain_id, alias_folded) IN (SELECT * FROM unnest($1::int[], $2::text[])) AND ${ofExistingAccount("links.user_id")}`,
    [places.map(({ domainId }) => domainId), places.map(({ alias }) => foldAlias(alias))],
  );
  return new Map(found.map((link) => [linkKey(link.domainId, link.alias), link]));
}

/** Returns whether the user can decide to import a row with this outcome. */
const isImportable = (outcome: ImportOutcome) => outcome === "ready" || outcome === "taken" || outcome === "own";

const firstRefusal = ({ issues: [first] }: z.ZodError): Refusal =>
  first ? refusalOfIssue(first) : refusal("import_line_unreadable");

/** Returns the refusal that `check` throws, or null. */
async function refusalBy(check: () => Promise<void>): Promise<Refusal | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.fields?.[0] ?? error;
    throw error;
  }
}
