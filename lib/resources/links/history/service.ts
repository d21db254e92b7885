import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError, refusedField } from "@/lib/contract/errors";
import { type Page, type Paged, paged, rangeAndOneMore } from "@/lib/contract/pagination";
import { parse } from "@/lib/contract/parse";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import { db } from "@/lib/platform/database/db";
import { type Counted, countedFrom, totalIn } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { type linkChange, updateLinkBody } from "@/lib/resources/links/schema";
import { getLink } from "@/lib/resources/links/service";
import { updateLink } from "@/lib/resources/links/writing/save";
import { type Columns, differing, type HistoryFields, historyFields } from "./fields";

/** What one entry of the audit log changed on a link. */
export interface LinkChange {
  /** the id of the entry */
  id: number;
  at: Date;
  operation: string | null;
  personId: number | null;
  person: string | null;
  adminId: number | null;
  admin: string | null;
  kind: "created" | "changed" | "deleted";
  /** empty if the link was created or deleted */
  before: HistoryFields;
  after: HistoryFields;
}

interface LinkHistory extends Paged<LinkChange> {
  /** the beginning of the known history; null if it goes back to the link's creation */
  since: Date | null;
}

/** Limits how many changes are read at once: each may hold all of the link's rules twice. */
export const historyLimit = (page: Page): Page => ({ ...page, limit: Math.min(page.limit, 50) });

const changesOf = `audit_changes c JOIN audit_entries e ON e.id = c.entry_id
  WHERE c.subject = 'link' AND c.subject_id = $1 AND e.user_id = $2`;

/** The link's changes up to a moment, latest first. They include those before it was deleted and restored. */
export async function listHistory(actor: Actor, id: number, page: Page, at?: Date | null): Promise<LinkHistory> {
  await getLink(actor, id);
  const few = historyLimit(page);
  const { skip, take } = rangeAndOneMore(few);
  const { after = [] } = page;
  const until = "AND ($3::timestamptz IS NULL OR e.at <= $3)";
  const [rows, counted, since] = await Promise.all([
    statement<Omit<LinkChange, "before" | "after"> & { before: Columns | null; after: Columns | null }>(
      `SELECT e.id::float8 AS id, e.at, e.operation, e.person_id AS "personId", e.person, e.admin_id AS "adminId", e.admin,
         CASE WHEN c.before IS NULL THEN 'created' WHEN c.after IS NULL THEN 'deleted' ELSE 'changed' END AS kind,
         c.before, c.after FROM ${changesOf} ${until} ${after.length > 0 ? "AND e.id < $6" : ""}
       ORDER BY e.id DESC OFFSET $4 LIMIT $5`,
      [id, actor.userId, at ?? null, skip, take, ...after],
    ),
    statement<Counted>(countedFrom(`${changesOf} ${until}`, "e.id"), [id, actor.userId, at ?? null], { quick: true }),
    knownSince(actor, id),
  ]);
  const listed = paged(few, { rows, ...totalIn(few, counted, rows.length) }, ({ id }) => [id]);
  const hosts = await hostsIn(listed.rows.flatMap(({ before, after }) => [before, after]));
  return {
    ...listed,
    since,
    rows: listed.rows.map((row) => ({
      ...row,
      before: historyFields(row.before ?? {}, hosts),
      after: historyFields(row.after ?? {}, hosts),
    })),
  };
}

/** Returns since when all changes of the link are known; null if they go back to its creation. */
export async function knownSince(actor: Actor, id: number): Promise<Date | null> {
  authorize(actor, "links:read");
  const rows = await statement<{ since: Date | null }>(
    `SELECT CASE WHEN NOT EXISTS (SELECT FROM ${changesOf} AND c.before IS NULL)
       THEN (SELECT max(since) FROM audit_horizons WHERE user_id IN (0, $2)) END AS since`,
    [id, actor.userId],
  );
  return rows[0]?.since ?? null;
}

/** A point in a link's history: a moment, or the state after or before the change of an audit log entry. */
export type HistoryPoint = { at: Date } | { after: number } | { before: number };

/** Returns the point that is given; null if none is. */
export function historyPointOf({
  at,
  after,
  before,
}: {
  at?: string;
  after?: number;
  before?: number;
}): HistoryPoint | null {
  const moment = at === undefined ? null : parseTimestamp(at);
  if (moment) return { at: moment };
  return after ? { after } : before ? { before } : null;
}

/**
 * Returns the link's state at that time, by undoing later changes on its current state. Null if it did not exist.
 * Throws `history_unknown` if the log does not go back that far.
 */
export async function linkAt(actor: Actor, id: number, then: HistoryPoint): Promise<HistoryFields | null> {
  const link = await getLink(actor, id);
  if ("at" in then) {
    const since = await knownSince(actor, id);
    if (since && then.at < since) throw new AppError("history_unknown", { since: formatTimestamp(since) });
  } else {
    await requireChange(actor, id, "after" in then ? then.after : then.before);
  }
  const [later, value] =
    "at" in then ? ["e.at > $3", then.at] : "after" in then ? ["e.id > $3", then.after] : ["e.id >= $3", then.before];
  const rows = await statement<{ absent: boolean | null; replaced: Columns | null }>(
    `WITH later AS (SELECT e.id, c.before FROM ${changesOf} AND ${later})
     SELECT (SELECT before IS NULL FROM later ORDER BY id LIMIT 1) AS absent,
       (SELECT jsonb_object_agg(key, value) FROM (
         SELECT DISTINCT ON (key) key, value FROM later CROSS JOIN LATERAL jsonb_each(before) ORDER BY key, id
       ) AS earliest) AS replaced`,
    [id, actor.userId, value],
  );
  if (rows[0]?.absent) return null;
  const columns = { ...(await columnsOf(link)), ...rows[0]?.replaced };
  return historyFields(columns, await hostsIn([columns]));
}

async function requireChange({ userId }: Actor, id: number, entry: number): Promise<void> {
  const found = await statement(`SELECT FROM ${changesOf} AND e.id = $3`, [id, userId, entry]);
  if (found.length === 0) throw new AppError("not_found", { what: "change" });
}

/** Throws `history_absent` if no change is known. */
async function lastChange(actor: Actor, id: number): Promise<number> {
  await getLink(actor, id);
  const rows = await statement<{ id: number }>(
    `SELECT e.id::float8 AS id FROM ${changesOf} ORDER BY e.id DESC LIMIT 1`,
    [id, actor.userId],
  );
  if (!rows[0]) throw new AppError("history_absent");
  return rows[0].id;
}

/** The link's current columns in the form of the audit log. */
async function columnsOf(link: LinkWithRelations): Promise<Columns> {
  const items = await db.channelItem.findMany({ where: { linkId: link.id }, orderBy: { channelId: "asc" } });
  const snake = Object.entries(link).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return {
    ...Object.fromEntries(snake),
    expires_at: link.expiresAt?.toISOString() ?? null,
    sealed: link.passwordHash && "set",
    tags: link.tags.map(({ name }) => name),
    pixels: link.pixels.map(({ id }) => id),
    channels: items.map(({ channelId }) => channelId),
  };
}

/** Returns the hosts of the domains in these states: null for the default domain, none for deleted ones. */
async function hostsIn(states: (Columns | null)[]): Promise<Map<number, string>> {
  const ids = [...new Set(states.flatMap((columns) => columns?.domain_id ?? []))];
  const rows = await statement<{ id: number; host: string }>("SELECT id, host FROM domains WHERE id = ANY($1::int[])", [
    ids,
  ]);
  return new Map(rows.map(({ id, host }) => [id, host]));
}

/** Fields that no update takes: they are changed in another way, or their value is not known. */
const unrestorableFields: string[] = ["archived", "protected", "channels", "qrdesign"];

/**
 * Restores the link's state at that time (null: before its last change) by an ordinary update: with all its checks, and
 * refusals name their field. Three things stay as they are: the password, which is not stored in plain text, the
 * archived state, and the design of the QR code.
 */
export async function revertLink(actor: Actor, id: number, then: HistoryPoint | null): Promise<LinkWithRelations> {
  const state = await linkAt(actor, id, then ?? { before: await lastChange(actor, id) });
  if (!state) throw new AppError("history_absent");
  const link = await getLink(actor, id);
  const columns = await columnsOf(link);
  const present = historyFields(columns, await hostsIn([columns]));
  const differing = Object.entries(state).filter(
    ([field, value]) => !unrestorableFields.includes(field) && !isSame(value, present[field as keyof HistoryFields]),
  );
  if (differing.some(([field, value]) => field === "domain" && value === null)) {
    throw refusedField("domain", "not_yours", { what: "domain" });
  }
  const [channel, ...further] = state.channels ?? [];
  if (further.length === 0 && !isSame(state.channels, present.channels)) differing.push(["channel", channel ?? null]);
  if (differing.length === 0) return link;
  // Send null for empty values: an empty text would be ignored.
  const input = Object.fromEntries(differing.map(([field, value]) => [field, value === "" ? null : value]));
  return updateLink(actor, id, parse(updateLinkBody, input));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name });

export function presentLinkChange(change: LinkChange): z.infer<typeof linkChange> {
  const { before, after } = differing(change);
  return {
    id: change.id,
    date: formatTimestamp(change.at),
    kind: change.kind,
    operation: change.operation,
    person: personOf(change.personId, change.person),
    administrator: personOf(change.adminId, change.admin),
    before,
    after,
  };
}

/** A change of a link's settings. */
export interface LinkEdit {
  /** milliseconds since 1970 */
  at: number;
  fields: (keyof HistoryFields)[];
}

/** More marks on a chart than this would cover each other. */
const MOST = 50;

/** Returns the newest edits of a link from `start` to before `end` (ms), newest first. */
export async function listEdits(
  actor: Actor,
  id: number,
  { start, end }: { start: number; end: number },
): Promise<LinkEdit[]> {
  authorize(actor, "links:read");
  const rows = await statement<{ at: Date; before: Columns; after: Columns }>(
    `SELECT e.at, c.before, c.after FROM audit_changes c JOIN audit_entries e ON e.id = c.entry_id
     WHERE c.subject = 'link' AND c.subject_id = $1 AND e.user_id = $2 AND c.before IS NOT NULL AND c.after IS NOT NULL
       AND e.at >= $3 AND e.at < $4
     ORDER BY e.id DESC LIMIT ${MOST}`,
    [id, actor.userId, new Date(start), new Date(end)],
  );
  return rows.map(({ at, ...columns }) => ({ at: at.getTime(), fields: changedFields(columns) }));
}

function changedFields({ before, after }: { before: Columns; after: Columns }): LinkEdit["fields"] {
  // Only whether the domain differs matters here, not what it is called.
  const hosts = new Map([before, after].flatMap(({ domain_id: id }) => (id ? [[id, `${id}`] as const] : [])));
  const change = differing({ before: historyFields(before, hosts), after: historyFields(after, hosts) });
  return [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])] as LinkEdit["fields"];
}
