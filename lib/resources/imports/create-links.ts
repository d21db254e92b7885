import type { Actor } from "@/lib/auth/actor";
import { foldAlias } from "@/lib/contract/alias";
import { AppError } from "@/lib/contract/errors";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import type { Transaction } from "@/lib/platform/database/db";
import { blocklist } from "@/lib/platform/network/blocklist";
import { isListed } from "@/lib/platform/network/host-list";
import { resolveColumns } from "@/lib/resources/links/columns";
import { References } from "@/lib/resources/links/references";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import { invalidateLink } from "@/lib/resources/links/service";
import { insertLinks, type LinkWithoutAlias, type NewLink } from "@/lib/resources/links/writing/insert";
import { createMissing, type Related, type RelatedEntities } from "./format/related";
import type { ImportedLink } from "./format/schema";
import type { ImportOutcome } from "./outcomes";

/** A row of an import that is to become a link. */
export interface Row {
  row: number;
  /** `taken`: its alias is not available; `own`: another link of the account has it */
  outcome: "ready" | "taken" | "own";
  link: ImportedLink;
  domainId: number;
  /** whether the link loses something */
  partial: boolean;
}

type Columns = Awaited<ReturnType<typeof resolveColumns>>;

interface ValidRow extends Row {
  columns: Columns;
}

/** The result of a row. */
export interface RowResult {
  row: number;
  outcome: ImportOutcome;
  message?: string | null;
}

/**
 * Creates links from rows, in the transaction that records the results. A row whose link cannot be created is left out
 * with a message that says why. With `rename`, a taken alias is replaced by one with a number, or a random one.
 */
export async function createLinks(
  tx: Transaction,
  actor: Actor,
  requested: Row[],
  rename: boolean,
): Promise<RowResult[]> {
  // The blocklist may have changed since the file was checked.
  const blocked = await blocklist();
  const settled: RowResult[] = [];
  const rows: ValidRow[] = [];
  const references = new References(actor);
  for (const row of requested) {
    const columns = isListed(blocked, row.link.url) ? refusal("url_blocked") : await settingsOf(references, row);
    if ("code" in columns) settled.push({ row: row.row, outcome: "left", message: writeRefusal(columns) });
    else rows.push({ ...row, columns });
  }
  const things = rows.flatMap(({ link }) => link.related ?? []);
  const belongings = things.length > 0 ? await createMissing(tx, actor, things) : undefined;
  const links = rows.map((row) => newLink(row, belongings));
  const { made, taken } = await insertLinks(tx, actor.userId, links, rename);
  for (const [index, { row, link, domainId }] of rows.entries()) {
    const alias = made.get(index)?.alias;
    if (alias === undefined) {
      const why = taken.get(index) === "externalId" ? refusal("externalid_taken") : refusal("import_alias_taken");
      settled.push({ row, outcome: "left", message: writeRefusal(why) });
      continue;
    }
    invalidateLink({ domainId, aliasFolded: foldAlias(alias), campaignId: links[index]?.campaignId ?? null });
    const own = link.alias === undefined || alias === link.alias;
    settled.push({ row, outcome: own ? "created" : "renamed", message: own ? undefined : alias });
  }
  return settled;
}

/**
 * Returns the columns for a link's settings, or a refusal, for example because the plan has changed. `rules` are the
 * link's present ones.
 */
export async function settingsOf(
  references: References,
  { link }: Row,
  rules: LinkRule[] = [],
): Promise<Columns | Refusal> {
  try {
    return await resolveColumns(references, link.settings ?? {}, rules);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Leaves the alias to be generated if it is taken and no suffix was found for it. */
function newLink(
  { link, outcome, domainId, columns }: ValidRow,
  belongings: RelatedEntities | undefined,
): LinkWithoutAlias {
  return {
    ...columns,
    domainId,
    alias: outcome === "ready" ? link.alias : (link.suffix ?? link.numbered),
    destination: link.url,
    title: link.title,
    description: link.description,
    status: link.status,
    archived: link.archived ?? false,
    importedClicks: link.clicks,
    createdAt: link.createdAt,
    expiresAt: link.expiresAt ?? null,
    clickLimit: link.clickLimit ?? null,
    ...(link.related && belongings && assignmentsOf(link.related, belongings)),
  };
}

/** Finds the things that a link is related to in the account. Missing ones are left out, as the check announced. */
function assignmentsOf(related: Related[], belongings: RelatedEntities): Partial<NewLink> {
  const found = related.flatMap((thing) => {
    const id = belongings.find(thing);
    return id === undefined ? [] : [{ kind: thing.kind, id }];
  });
  const idsOf = (kind: Related["kind"]) => found.filter((thing) => thing.kind === kind).map(({ id }) => id);
  const [overlayId] = idsOf("overlay");
  const [splashPageId] = idsOf("splash");
  return {
    campaignId: idsOf("campaign")[0],
    channels: idsOf("channel"),
    pixels: idsOf("pixel"),
    tags: idsOf("tag"),
    ...(overlayId !== undefined && { type: "overlay", overlayId }),
    ...(splashPageId !== undefined && { type: "splash", splashPageId }),
  };
}
