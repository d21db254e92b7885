import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import type { WebhookEvent } from "./events";

// What happens in an account becomes events for its webhooks and forwardings. prisma/sql/webhooks.sql records what
// happens in the transaction of the change, and this file decides what it means.

/** A row of webhook_changes. */
interface Change {
  id: bigint;
  /** null: a change of the audit log */
  event: WebhookEvent | null;
  subject: string;
  subjectId: number;
  /** the number of the transaction */
  change: string | null;
  at: Date;
  /** only the columns that differ; null if the subject was created */
  before: Row | null;
  /** null if the subject was deleted */
  after: Row | null;
  /** The state of changed links stays in the database. */
  state: Row | null;
  /** since when the link is in the trash, and when it expires */
  deletedAt: string | null;
  expiresAt: string | null;
}

type Row = Record<string, unknown>;

/** An event for those webhooks that want it. */
interface Made {
  type: WebhookEvent;
  key: string;
  /** One event is made of a change or an expiry, however often it is noticed. */
  change: string | null;
  /** Webhooks that are newer do not get it. */
  since?: string | null;
  /** replaces the recorded state */
  state?: Row;
  /** of an event that was recorded by its name */
  before?: Row;
}

const AT_ONCE = 500;

/**
 * Makes events of all that is recorded, the oldest first, and requests jobs that deliver them. Several processes may do
 * this at once: the statement that stores the events deletes their records, and the others then wait and find none. So
 * the events of a subject keep the order of its changes.
 */
export async function makeEvents(): Promise<void> {
  for (;;) {
    const changes = await readChanges();
    if (changes.length === 0) return;
    await storeEvents(changes);
    if (changes.length < AT_ONCE) return;
  }
}

const readChanges = () =>
  statement<Change>(
    `SELECT id, event, subject, subject_id AS "subjectId", change::text, at, before, after,
       CASE WHEN event IS NOT NULL OR subject <> 'link' THEN state END AS state,
       state->>'deletedAt' AS "deletedAt", state #>> '{link,expires_at}' AS "expiresAt"
     FROM webhook_changes ORDER BY id LIMIT $1`,
    [AT_ONCE],
  );

/** Deletes a record that cannot become an event, so that those behind it do not wait for ever. */
async function storeEvents(changes: Change[]): Promise<void> {
  try {
    await store(changes);
  } catch (error) {
    if (!isAboutData(error)) throw error;
    const [change, ...more] = changes;
    if (more.length > 0) for (const one of changes) await storeEvents([one]);
    else if (change && (await discard(change)))
      log.error({ change: `${change.id}`, error: String(error) }, "a change was deleted: no event can be made of it");
  }
}

class DamagedChange extends Error {}

/** Whether it will fail each time. Postgres's errors about data have codes that begin with 22. */
const isAboutData = (error: unknown) =>
  error instanceof DamagedChange || `${(error as { code?: unknown }).code}`.startsWith("22");

/** Returns false if another process has done it. */
const discard = async ({ id }: Change) =>
  (await statement("DELETE FROM webhook_changes WHERE id = $1 RETURNING id", [id])).length > 0;

async function store(changes: Change[]): Promise<void> {
  const events = changes.flatMap((one) => checkedEventsOf(one).map((made) => ({ record: `${one.id}`, ...made })));
  await statement(
    `WITH taken AS (DELETE FROM webhook_changes WHERE id = ANY($1::bigint[]) RETURNING *), made AS (
       INSERT INTO webhook_deliveries (webhook_id, type, key, change, at, state, before)
         SELECT hook, type, key, event.change, at, coalesce(event.state, taken.state),
           CASE WHEN taken.event IS NULL THEN taken.before ELSE event.before END
         FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (record bigint, type text, key text, change bigint,
             since timestamptz, state jsonb, before jsonb)) WITH ORDINALITY AS event
           JOIN taken ON taken.id = record
           CROSS JOIN LATERAL webhooks_for(user_id, type, CASE split_part(key, ':', 1) WHEN 'link' THEN subject_id END) AS hook
           JOIN webhooks ON webhooks.id = hook AND (since IS NULL OR created_at < since)
         ORDER BY ordinality, hook
       ON CONFLICT (webhook_id, key, change) DO NOTHING RETURNING webhook_id
     ) SELECT add_job('webhooks', webhook_id) FROM (SELECT DISTINCT webhook_id FROM made) AS hooks`,
    [changes.map(({ id }) => id), JSON.stringify(events)],
  );
}

function checkedEventsOf(change: Change): Made[] {
  try {
    return eventsOf(change);
  } catch (error) {
    throw new DamagedChange(String(error));
  }
}

function eventsOf(change: Change): Made[] {
  if (change.event !== null) return [namedEvent(change, change.event)];
  const type = typeOfChange(change);
  const made = { key: `${change.subject}:${change.subjectId}`, change: change.change };
  return [
    ...(type ? [{ type, ...made, ...(change.subject === "member" && { state: memberState(change) }) }] : []),
    ...(hasExpired(change)
      ? [{ type: "link.expired" as const, ...made, change: numberOfExpiry(change.after?.expires_at) }]
      : []),
  ];
}

function typeOfChange({ subject, before, after, deletedAt }: Change): WebhookEvent | null {
  if (subject === "link") {
    if (after === null) return "link.deleted";
    if (before === null) return deletedAt === null ? "link.created" : "link.restored";
    return after.archived === true ? "link.archived" : "link.updated";
  }
  if (subject === "domain") {
    if (after?.status === "active") return "domain.verified";
    const isOff = after?.status === "pending" || after?.status === "suspended";
    return before?.status === "active" && isOff ? "domain.failed" : null;
  }
  if (subject === "member") {
    if (before === null) return "member.added";
    return after === null ? "member.removed" : null;
  }
  return subject === "import" && after?.status === "done" ? "import.finished" : null;
}

/** Whether a link expired by being changed, created or restored: it was not over before, and is now. */
function hasExpired({ subject, before, after, at, deletedAt }: Change): boolean {
  const isOver = (end: unknown, then: Date) => typeof end === "string" && Date.parse(end) <= then.getTime();
  if (subject !== "link" || !isOver(after?.expires_at, at) || isOver(before?.expires_at, at)) return false;
  // Had the restored link expired before it was deleted, its webhooks know.
  return before !== null || deletedAt === null || !isOver(after?.expires_at, new Date(deletedAt));
}

/** `reportExpiredLinks` can notice the same expiry. Throws if `end` is no time. */
const numberOfExpiry = (end: unknown) => `${-BigInt(Date.parse(String(end)))}`;

const memberState = ({ state, before, after }: Change): Row => ({ ...state, role: (after ?? before)?.role });

/** The event that was recorded by its name. Its number distinguishes it from the other events of a link. */
function namedEvent(change: Change, type: WebhookEvent): Made {
  const { subject, subjectId, state, before, after, expiresAt } = change;
  const made = { type, key: `${subject === "conversion" ? "link" : subject}:${subjectId}`, change: null };
  if (type === "link.expired") return { ...made, change: numberOfExpiry(expiresAt), since: expiresAt };
  if (type === "link.unreachable") return { ...made, state: { ...state, unreachable: after } };
  if (type === "conversion.corrected")
    return { ...made, before: { amount: before?.amount, withdrawn: before?.withdrawn } };
  if (type === "overlay.answered") {
    const { author: _, ...answer } = after ?? {};
    return { ...made, state: { overlay: state, answer } };
  }
  if (type === "limit.near") {
    const { clicks: used, notified_percent: percent, month } = after ?? {};
    return { ...made, state: { limit: "clicks", used, percent, month: `${month}`.slice(0, 7) } };
  }
  return made;
}
