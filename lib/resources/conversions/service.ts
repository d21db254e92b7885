import type { Conversion, ConversionCorrection } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import { type ConversionScope, conversionFigures, presentFigures } from "@/lib/clicks/statistics/conversion-figures";
import { clicksByDay, clicksOfLinks, statisticsOf } from "@/lib/clicks/statistics/stats";
import { MOST_CORRECTIONS } from "@/lib/clicks/store/conversion-limits";
import { lastDays, type Period } from "@/lib/clicks/store/period";
import { refusedField } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { db, type Transaction } from "@/lib/platform/database/db";
import { deleteRows, readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { runOneAtATime } from "@/lib/resources/plans/quota";
import { foldTag } from "@/lib/resources/tags/names";
import type { CorrectConversion, FiguresQuery, ListConversions, ListCorrections } from "./schema";

const shown = [
  ...["linkId", "campaignId", "variant", "clickedAt", "event"],
  ...["amount", "currency", "externalId", "source", "at", "withdrawn", "corrections"],
] as (keyof Conversion)[];
const columns = `own.id::float8 AS id, own.id AS place, ${selectColumns(shown, "own")}`;

type ListedConversion = Omit<Conversion, "id"> & { id: number };

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

/** A conversion before its correction. */
interface Reported {
  id: bigint;
  amount: bigint | null;
  currency: string | null;
  withdrawn: boolean;
  corrections: number;
}

interface Correction {
  status: "corrected" | "unchanged";
  id: number;
}

/**
 * Gives a conversion another amount, withdraws it, or takes that back. Triggers record the change and send its event
 * (prisma/sql). A correction without a change leaves no trace, so it can be repeated.
 */
export async function correctConversion(actor: Actor, input: CorrectConversion): Promise<Correction> {
  authorize(actor, "conversions:write");
  return runOneAtATime(actor.userId, () => db.$transaction((tx) => correct(tx, actor.userId, input)));
}

async function correct(tx: Transaction, userId: number, input: CorrectConversion): Promise<Correction> {
  // Corrections of the same conversion wait for each other, so each records the values that the one before left.
  const [found] = await tx.$queryRaw<Reported[]>`
    SELECT id, amount, currency, withdrawn, corrections FROM conversions
    WHERE user_id = ${userId} AND external_id = ${input.externalid} FOR UPDATE`;
  if (!found) throw refusedField("externalid", "conversion_unknown");
  const { amount, withdrawn } = correctedValues(found, input);
  const id = Number(found.id);
  if (amount === found.amount && withdrawn === found.withdrawn) return { id, status: "unchanged" };
  if (found.corrections >= MOST_CORRECTIONS)
    throw refusedField("externalid", "conversion_corrections_full", { count: MOST_CORRECTIONS });
  await tx.$executeRaw`
    UPDATE conversions SET amount = ${amount}, withdrawn = ${withdrawn}, corrections = corrections + 1
    WHERE id = ${found.id}`;
  return { id, status: "corrected" };
}

function correctedValues(found: Reported, { amount, currency, withdrawn }: CorrectConversion) {
  if (amount !== undefined && found.currency === null) throw refusedField("amount", "conversion_without_amount");
  if (currency !== undefined && currency !== found.currency)
    throw refusedField("currency", "conversion_currency_differs", { currency: found.currency ?? "" });
  return {
    amount: amount === undefined ? found.amount : BigInt(amount),
    withdrawn: withdrawn ?? found.withdrawn,
  };
}

/** Returns the conversions of a link, campaign or tag of the account, or of all its links, with their clicks. */
export async function countConversions(actor: Actor, query: FiguresQuery) {
  authorize(actor, "conversions:read");
  const scope = await scopeOf(actor, query);
  const period = periodOf(query);
  const [clicks, figures] = await Promise.all([
    period ? clicksWithin(scope, period) : clicksOf(scope),
    conversionFigures(scope, period ? boundsOf(period, "UTC") : {}),
  ]);
  return { data: { clicks, ...presentFigures(figures, clicks) } };
}

const owned = {
  linkid: ["link", "SELECT id FROM links WHERE user_id = $1 AND id = $2"],
  campaignid: ["campaign", "SELECT id FROM campaigns WHERE user_id = $1 AND id = $2"],
  tag: ["tag", "SELECT id FROM tags WHERE user_id = $1 AND name_folded = $2"],
} as const;

async function scopeOf({ userId }: Actor, query: FiguresQuery): Promise<ConversionScope> {
  const [field, other] = (Object.keys(owned) as (keyof typeof owned)[]).filter((name) => query[name] !== undefined);
  if (!field) return { of: "account", id: userId };
  if (other) throw refusedField(other, "not_together", { other: field });
  const [what, text] = owned[field];
  const rows = await statement<{ id: number }>(text, [userId, query.tag ? foldTag(query.tag) : query[field]]);
  if (!rows[0]) throw refusedField(field, "not_yours", { what });
  return { of: what, id: rows[0].id };
}

/** No click is older. */
const BEGINNING = "2000-01-01";

const periodOf = ({ from, to }: FiguresQuery): Period | null =>
  from || to ? { from: from ?? BEGINNING, to: to ?? lastDays(1).to } : null;

async function clicksWithin({ of, id }: ConversionScope, period: Period): Promise<number> {
  if (of === "link" || of === "campaign") {
    const days = (await clicksByDay(of, [id], period)).get(id) ?? new Map<string, number>();
    return [...days.values()].reduce((sum, clicks) => sum + clicks, 0);
  }
  const rows = await statement<{ id: number }>(
    `SELECT links.id FROM links JOIN link_counts ON link_id = links.id WHERE ${counted[of]} AND link_counts.clicks > 0`,
    [id],
  );
  return clicksOfLinks(
    rows.map((row) => row.id),
    period,
  );
}

const counted = {
  link: "links.id = $1",
  tag: `links.id IN (SELECT "A" FROM "_LinkToTag" WHERE "B" = $1)`,
  account: "links.user_id = $1",
};

async function clicksOf({ of, id }: ConversionScope): Promise<number> {
  if (of === "campaign") return (await statisticsOf("campaign", id, { limit: null })).clicks;
  const rows = await statement<{ clicks: number }>(
    `SELECT coalesce(sum(link_counts.clicks - imported_clicks), 0)::float8 AS clicks
     FROM links JOIN link_counts ON link_id = links.id WHERE ${counted[of]}`,
    [id],
  );
  return rows[0]?.clicks ?? 0;
}

const KEPT = "3 years";
const MOST = 1_000_000;

/** Deletes conversions after their retention period, and the oldest ones of an account that has too many. */
export async function sweepConversions(most = MOST): Promise<void> {
  await deleteRows("conversions", `at < now() - interval '${KEPT}'`);
  const rows = await statement<{ account: number; id: bigint }>(
    `SELECT users.id AS account, oldest.id FROM users CROSS JOIN LATERAL (
       SELECT id FROM conversions WHERE user_id = users.id ORDER BY id DESC OFFSET $1 LIMIT 1) AS oldest`,
    [most],
  );
  for (const { account, id } of rows) await deleteRows("conversions", `user_id = ${account} AND id <= ${id}`);
}
