import type { Conversion, ConversionCorrection } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import type { Page, Paged } from "@/lib/contract/pagination";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import type { ListConversions, ListCorrections } from "./schema";

const shown = [
  ...["linkId", "campaignId", "variant", "clickedAt", "event"],
  ...["amount", "currency", "externalId", "source", "at", "withdrawn", "corrections"],
] as (keyof Conversion)[];
const columns = `own.id::float8 AS id, own.id AS place, ${selectColumns(shown, "own")}`;

export type ListedConversion = Omit<Conversion, "id"> & { id: number };

const filters = [
  ["linkid", "link_id"],
  ["campaignid", "campaign_id"],
  ["event", "event"],
  ["externalid", "external_id"],
] as const;

/** A page of the account's conversions, newest first. */
export function listConversions(actor: Actor, query: ListConversions, page: Page): Promise<Paged<ListedConversion>> {
  authorize(actor, "conversions:read");
  const used = filters.filter(([field]) => query[field] !== undefined);
  const where = used.map(([, column], index) => ` AND own.${column} = $${index + 2}`).join("");
  const list = {
    columns,
    from: "conversions AS own",
    where: `own.user_id = $1${where}`,
    values: [actor.userId, ...used.map(([field]) => query[field])],
    ...{ keys: ["own.id"], order: "place DESC" },
  };
  return readList<ListedConversion>(list, page);
}

const recorded = [
  ...["conversionId", "amountBefore", "amountAfter", "withdrawnBefore", "withdrawnAfter", "person", "key", "at"],
] as (keyof ConversionCorrection)[];
const corrections = {
  columns: `own.id, ${selectColumns(recorded, "own")}, conversions.external_id AS "externalId", conversions.currency`,
  from: "conversion_corrections AS own JOIN conversions ON conversions.id = own.conversion_id",
};

export type ListedCorrection = ConversionCorrection & Pick<Conversion, "externalId" | "currency">;

/** A page of the corrections of the account's conversions, newest first. */
export function listCorrections(
  actor: Actor,
  { externalid }: ListCorrections,
  page: Page,
): Promise<Paged<ListedCorrection>> {
  authorize(actor, "conversions:read");
  const values = [actor.userId, ...(externalid === undefined ? [] : [externalid])];
  // The number of a conversion's corrections is small. Without the subquery, all of the account would be looked through.
  const ofOne = " AND own.conversion_id = (SELECT id FROM conversions WHERE user_id = $1 AND external_id = $2)";
  const where = `own.user_id = $1${externalid === undefined ? "" : ofOne}`;
  return readList<ListedCorrection>({ ...corrections, where, values, keys: ["own.id"] }, page);
}

const BATCH = 1_000;

/** All conversions of the account, oldest first, in batches. */
export async function* allConversions(actor: Actor): AsyncGenerator<ListedConversion[]> {
  authorize(actor, "conversions:read");
  yield* inBatches(`SELECT ${columns} FROM conversions AS own`, actor.userId);
}

/** All corrections of the account's conversions, oldest first, in batches. */
export async function* allCorrections(actor: Actor): AsyncGenerator<ListedCorrection[]> {
  authorize(actor, "conversions:read");
  yield* inBatches(`SELECT ${corrections.columns} FROM ${corrections.from}`, actor.userId);
}

async function* inBatches<Row extends { id: number }>(select: string, userId: number): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await statement<Row>(
      `${select} WHERE own.user_id = $1 AND own.id > $2 ORDER BY own.id LIMIT ${BATCH}`,
      [userId, after],
      { quick: true },
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}
