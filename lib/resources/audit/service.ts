import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import { type Page, type Paged, paged, type pageQuery, rangeAndOneMore } from "@/lib/contract/pagination";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import type { z } from "@/lib/contract/zod";
import { type Counted, countedFrom, ofExistingAccount, totalIn } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import type { auditQuery, Subject } from "./schema";

export interface Change {
  subject: Subject;
  id: number;
  /** the name that a person would know it by, if it still exists */
  name?: string | null;
  kind: "created" | "changed" | "deleted";
  fields: string[];
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

export interface Entry {
  id: number;
  at: Date;
  operation: string | null;
  personId: number | null;
  person: string | null;
  keyId: number | null;
  key: string | null;
  adminId: number | null;
  admin: string | null;
  address: string | null;
  changed: number;
  /** whether its values are too long for a list */
  long: boolean;
  changes: Change[];
  /** the id of its bulk change, if that can still be undone */
  undo: number | null;
}

type AuditFilter = Omit<z.infer<typeof auditQuery>, keyof typeof pageQuery.shape>;

/**
 * A list shows this many changes of an entry, and their values only if together they have no more than `listedBytes`.
 */
const listedChanges = 5;
const listedBytes = 4_096;
const mostCounted = 1_000;
/** The limit of values for one entry that is shown on its own page. */
const shownBytes = 2 ** 20;

const columns = `e.id::float8 AS id, e.at, e.operation, e.person_id AS "personId", e.person, e.key_id AS "keyId", e.key,
  e.admin_id AS "adminId", e.admin, e.address,
  (SELECT id FROM link_change_sets s WHERE s.user_id = e.user_id AND s.request = e.request LIMIT 1) AS undo,
  (SELECT count(*)::int FROM (SELECT FROM audit_changes WHERE entry_id = e.id LIMIT ${mostCounted}) AS counted) AS changed`;

/** An SQL expression for the current name of a changed object, by its kind. */
const names = `CASE c.subject
  WHEN 'link' THEN (SELECT alias FROM links WHERE id = c.subject_id)
  WHEN 'conversion' THEN (SELECT external_id FROM conversions WHERE id = c.subject_id)
  WHEN 'campaign' THEN (SELECT name FROM campaigns WHERE id = c.subject_id)
  WHEN 'channel' THEN (SELECT name FROM channels WHERE id = c.subject_id)
  WHEN 'tag' THEN (SELECT name FROM tags WHERE id = c.subject_id)
  WHEN 'utm_template' THEN (SELECT name FROM utm_templates WHERE id = c.subject_id)
  WHEN 'pixel' THEN (SELECT name FROM pixels WHERE id = c.subject_id)
  WHEN 'overlay' THEN (SELECT name FROM overlays WHERE id = c.subject_id)
  WHEN 'splash_page' THEN (SELECT name FROM splash_pages WHERE id = c.subject_id)
  WHEN 'bio_page' THEN (SELECT name FROM bio_pages WHERE id = c.subject_id)
  WHEN 'qr_code' THEN (SELECT name FROM qr_codes WHERE id = c.subject_id)
  WHEN 'qr_template' THEN (SELECT name FROM qr_templates WHERE id = c.subject_id)
  WHEN 'domain' THEN (SELECT host FROM domains WHERE id = c.subject_id)
  WHEN 'webhook' THEN (SELECT coalesce(nullif(name, ''), url) FROM webhooks WHERE id = c.subject_id)
  WHEN 'plan' THEN (SELECT name FROM plans WHERE id = c.subject_id)
  WHEN 'user' THEN (SELECT username FROM users WHERE id = c.subject_id AND ${ofExistingAccount("users.id")})
END`;

const kind = "CASE WHEN c.before IS NULL THEN 'created' WHEN c.after IS NULL THEN 'deleted' ELSE 'changed' END AS kind";
const fields =
  "ARRAY(SELECT jsonb_object_keys(coalesce(c.before, '{}') || coalesce(c.after, '{}')) ORDER BY 1) AS fields";

/** The instance's own entries have no account. This avoids IS NOT DISTINCT FROM, for which Postgres uses no index. */
const ownedBy = (account: number | null) =>
  account === null ? "e.user_id IS NULL AND $1::int IS NULL" : "e.user_id = $1::int";

/** A page of the account's entries that match the filter, newest first; for administrators also the instance's own. */
export async function listAudit(actor: Actor, filter: AuditFilter, page: Page): Promise<Paged<Entry>> {
  if (filter.instance) requireAdmin(actor);
  else authorize(actor, "audit:read");
  const { skip, take } = rangeAndOneMore(page);
  const { after = [] } = page;
  const account = filter.instance ? null : actor.userId;
  const values = [
    account,
    filter.person ?? null,
    filter.operation ?? null,
    filter.from ? parseTimestamp(filter.from) : null,
    filter.to ? parseTimestamp(filter.to) : null,
    filter.subject ?? null,
    filter.id ?? null,
  ];
  const found = `audit_entries e WHERE ${ownedBy(account)}
    AND ($2::int IS NULL OR e.person_id = $2) AND ($3::text IS NULL OR e.operation = $3)
    AND ($4::timestamptz IS NULL OR e.at >= $4) AND ($5::timestamptz IS NULL OR e.at < $5::timestamptz + interval '1 second')
    AND ($6::text IS NULL OR EXISTS (SELECT FROM audit_changes c WHERE c.entry_id = e.id AND c.subject = $6
      AND ($7::int IS NULL OR c.subject_id = $7)))`;
  const [rows, counted] = await Promise.all([
    statement<Entry>(
      `SELECT ${columns}, e.bytes > ${listedBytes} AS long, (SELECT coalesce(json_agg(c), '[]') FROM (
           SELECT c.subject, c.subject_id AS id, ${names} AS name, ${kind}, ${fields},
             CASE WHEN e.bytes <= ${listedBytes} THEN c.before END AS before,
             CASE WHEN e.bytes <= ${listedBytes} THEN c.after END AS after
           FROM audit_changes c WHERE c.entry_id = e.id ORDER BY c.subject, c.subject_id LIMIT ${listedChanges}
         ) AS c) AS changes
       FROM (
         SELECT e.* FROM ${found} ${after.length > 0 ? "AND e.id < $10" : ""} ORDER BY e.id DESC OFFSET $8 LIMIT $9
       ) AS e ORDER BY e.id DESC`,
      [...values, skip, take, ...after],
      { quick: true },
    ),
    statement<Counted>(countedFrom(found, "e.id"), values, { quick: true }),
  ]);
  return paged(page, { rows, ...totalIn(page, counted, rows.length) }, ({ id }) => [id]);
}

/** Returns an entry of the account with all its changes. Administrators can also read the instance's entries. */
export async function getAudit(actor: Actor, id: number): Promise<Entry> {
  authorize(actor, "audit:read");
  const [entry] = await statement<Entry>(
    `SELECT ${columns}, false AS long, (SELECT coalesce(json_agg(c), '[]') FROM (
         SELECT c.subject, c.subject_id AS id, ${names} AS name, ${kind}, ${fields}, before, after FROM (
           SELECT *, sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) + 100)
             OVER (ORDER BY subject, subject_id) AS bytes
           FROM (SELECT * FROM audit_changes WHERE entry_id = e.id ORDER BY subject, subject_id LIMIT ${mostCounted}) AS first
         ) AS c WHERE c.bytes <= ${shownBytes} ORDER BY c.subject, c.subject_id
       ) AS c) AS changes
     FROM audit_entries e WHERE e.id = $2 AND (e.user_id = $1 OR ($3 AND e.user_id IS NULL))`,
    [actor.userId, id, actor.admin],
    { quick: true },
  );
  if (!entry) throw notFound("entry");
  return entry;
}

/** The people who made the latest entries, as choices for a filter. */
export async function auditedPeople(actor: Actor, instance = false): Promise<{ id: number; name: string }[]> {
  if (instance) requireAdmin(actor);
  else authorize(actor, "audit:read");
  const account = instance ? null : actor.userId;
  return statement<{ id: number; name: string }>(
    `SELECT DISTINCT ON (person_id) person_id AS id, person AS name FROM (
       SELECT id, person_id, person FROM audit_entries e WHERE ${ownedBy(account)} ORDER BY id DESC LIMIT 2000
     ) AS latest WHERE person IS NOT NULL ORDER BY person_id, id DESC LIMIT 100`,
    [account],
    { quick: true },
  );
}

export const auditColumns = [
  "id",
  "date",
  "operation",
  "person",
  "administrator",
  "api_key",
  "address",
  "subject",
  "subject_id",
  "before",
  "after",
] as const;

type Line = Record<(typeof auditColumns)[number], unknown> & { at: Date };

/** Entries per query. The number is small, because each entry can hold all of a link's rules twice. */
const batch = 50;

/** The account's log, oldest first: one line for each change, and one for an entry without changes. */
export async function* exportAudit(actor: Actor): AsyncGenerator<object> {
  authorize(actor, "audit:read");
  const { userId } = actor;
  for (let after: unknown[] = [0, "", 0]; ; ) {
    const rows = await statement<Line>(
      `SELECT e.id::float8 AS id, e.at, e.operation, e.person, e.admin AS administrator, e.key AS api_key, e.address,
         coalesce(c.subject, '') AS subject, coalesce(c.subject_id, 0) AS subject_id, c.before, c.after
       FROM audit_entries e LEFT JOIN LATERAL (
         SELECT * FROM audit_changes WHERE entry_id = e.id AND (e.id > $2 OR (subject, subject_id) > ($3, $4))
         ORDER BY subject, subject_id LIMIT ${batch}
       ) AS c ON true
       WHERE e.user_id = $1 AND (e.id > $2 OR e.id = $2 AND c.entry_id IS NOT NULL)
       ORDER BY e.id, c.subject, c.subject_id LIMIT ${batch}`,
      [userId, ...after],
    );
    for (const { at, ...line } of rows) yield { ...line, date: formatTimestamp(at) };
    const last = rows.at(-1);
    if (!last) return;
    after = [last.id, last.subject, last.subject_id];
  }
}
