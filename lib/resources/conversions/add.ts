import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { type IdentifiedClick, readClickId } from "@/lib/clicks/classify/click-id";
import { ATTRIBUTION_DAYS, isTooLate, MOST_OF_CLICK, MOST_OF_PAGE } from "@/lib/clicks/store/conversion-limits";
import { DAY_MS } from "@/lib/clicks/store/period";
import { AppError, refusedField } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { statement } from "@/lib/platform/database/statement";
import { runOneAtATime } from "@/lib/resources/plans/quota";
import { type AddConversions, type NewConversion, newConversion } from "./schema";

/** The result for one of the conversions that were sent. */
export type Outcome = { status: "created" | "exists"; id: number } | { status: "error"; error: AppError };

interface Sent {
  index: number;
  input: NewConversion;
  click: IdentifiedClick;
  /** when it happened (ms) */
  at: number;
}

/** Adds a conversion. Throws a refusal that names the field, so nothing is stored. */
export async function addConversion(actor: Actor, input: NewConversion) {
  const [outcome] = await addAll(actor, [input]);
  if (!outcome || outcome.status === "error") throw outcome?.error ?? new AppError("internal_error");
  return outcome;
}

/** Adds conversions in one transaction, except those that are refused. Returns an outcome for each, in order. */
export const addConversions = (actor: Actor, { conversions }: AddConversions): Promise<Outcome[]> =>
  addAll(actor, conversions);

async function addAll(actor: Actor, conversions: unknown[]): Promise<Outcome[]> {
  authorize(actor, "conversions:write");
  const outcomes = new Map<number, Outcome>();
  const each = <T>(items: [number, T][], check: (item: T) => Omit<Sent, "index">): Sent[] =>
    items.flatMap(([index, item]) => {
      try {
        return { index, ...check(item) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        outcomes.set(index, { status: "error", error });
        return [];
      }
    });
  const now = Date.now();
  const known = each([...conversions.entries()], (one) => clicked(parse(newConversion, one), now));
  const own = await ownLinks(
    actor.userId,
    known.map(({ click }) => click.linkId),
  );
  const sent = each(
    known.map((one) => [one.index, one]),
    ({ input, click, at }) => {
      if (!own.has(click.linkId)) throw refusedField("clickid", "click_unknown");
      return { input, click, at };
    },
  );
  for (const [index, outcome] of await store(actor.userId, sent)) outcomes.set(index, outcome);
  return conversions.map((_, index) => outcomes.get(index) as Outcome);
}

function clicked(input: NewConversion, now: number): Omit<Sent, "index"> {
  const click = readClickId(input.clickid);
  if (!click) throw refusedField("clickid", "click_unknown");
  if (input.date !== undefined) return { input, click, at: momentOf(input.date, click.at, now) };
  if (isTooLate(click.at, now)) throw refusedField("clickid", "click_too_old", { days: ATTRIBUTION_DAYS });
  return { input, click, at: now };
}

/** How far the clock of an account's server may differ from ours. */
const CLOCKS_DIFFER_MS = 60_000;

/** Returns when a conversion happened: between its click and now. Throws if its date is at another time. */
function momentOf(date: string, clickedAt: number, now: number): number {
  const at = parseTimestamp(date)?.getTime() ?? Number.NaN;
  if (at > now + CLOCKS_DIFFER_MS) throw refusedField("date", "conversion_in_future");
  // A date without a time means its start, which may be before the click.
  const isDayOfClick = at === Math.floor(clickedAt / DAY_MS) * DAY_MS;
  if (at < clickedAt - CLOCKS_DIFFER_MS && !isDayOfClick) throw refusedField("date", "conversion_before_click");
  if (isTooLate(clickedAt, at)) throw refusedField("date", "conversion_too_late", { days: ATTRIBUTION_DAYS });
  return Math.min(Math.max(at, clickedAt), now);
}

/** Deleted links can be restored, so they still get conversions. */
async function ownLinks(userId: number, ids: number[]): Promise<Set<number>> {
  const rows = await statement<{ id: number }>(
    `SELECT id FROM links WHERE user_id = $1 AND id = ANY($2::int8[])
     UNION ALL SELECT link_id FROM deleted_links WHERE user_id = $1 AND link_id = ANY($2::int8[])`,
    [userId, [...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

async function store(userId: number, sent: Sent[]): Promise<Map<number, Outcome>> {
  if (sent.length === 0) return new Map();
  const given = sent.map(({ input: { event, amount, currency, externalid }, click, at }) => ({
    ...{ link: click.linkId, campaign: click.campaignId, variant: click.variant, click: click.click },
    ...{
      clicked: new Date(click.at),
      event,
      amount,
      currency,
      external: externalid,
      source: "api",
      at: new Date(at),
      agreed: click.agreed,
    },
  }));
  // The function lets requests about the same click wait for each other.
  const made = await runOneAtATime(userId, () =>
    statement<{ place: number; id: number }>(
      "SELECT place, conversion::float8 AS id FROM add_conversions($1, $2, $3)",
      [JSON.stringify(given), MOST_OF_PAGE, MOST_OF_CLICK],
    ),
  );
  const created = new Map(made.map(({ place, id }) => [place, id]));
  const left = sent.filter((_, place) => !created.has(place + 1));
  const existing = await idsByExternalId(
    userId,
    left.flatMap(({ input }) => input.externalid ?? []),
  );
  return new Map(
    sent.map(({ index, input }, place): [number, Outcome] => {
      const id = created.get(place + 1);
      if (id !== undefined) return [index, { status: "created", id }];
      const before = existing.get(input.externalid ?? "");
      if (before !== undefined) return [index, { status: "exists", id: before }];
      const error = refusedField("clickid", "click_conversions_full", { count: MOST_OF_CLICK });
      return [index, { status: "error", error }];
    }),
  );
}

async function idsByExternalId(userId: number, externalIds: string[]): Promise<Map<string, number>> {
  if (externalIds.length === 0) return new Map();
  const rows = await statement<{ external: string; id: number }>(
    "SELECT external_id AS external, id::float8 AS id FROM conversions WHERE user_id = $1 AND external_id = ANY($2)",
    [userId, externalIds],
  );
  return new Map(rows.map(({ external, id }) => [external, id]));
}
