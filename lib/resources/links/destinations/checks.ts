import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { deleteRows } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { FetchError, guardedFetchWithHeaders } from "@/lib/platform/network/guarded-fetch";
import { FAILURES_BEFORE_NOTICE, type FailingDestination } from "@/lib/resources/links/failing";
import { getLink } from "@/lib/resources/links/service";

/** Checks the most clicked links of accounts that were used within this time. */
const USED_WITHIN = "30 days";
const MOST_ACCOUNTS = 5_000;
const OF_AN_ACCOUNT = 20;
/** More links than this wait for the next run. */
const MOST_AT_A_TIME = 1_000;
const AT_ONCE = 8;

interface Due {
  id: number;
  userId: number;
  destination: string;
}

/** The result of a check: a failure and its status (null without an answer), or whether the site was reached. */
type Answer = { fails: true; status: number | null } | { fails: false; reached: boolean };

/** Checks whether the destinations of the most clicked links still work: once a day, and more often after a failure. */
export async function checkDestinations(ask: (destination: string) => Promise<Answer> = answerOf): Promise<void> {
  const due = await dueLinks();
  const answers: { link: Due; answer: Answer }[] = [];
  const left = due.values();
  const checkNext = async () => {
    for (const link of left) answers.push({ link, answer: await ask(link.destination) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
  // If no site was reached at all, this machine has no network.
  const online = answers.some(({ answer }) => (answer.fails ? answer.status !== null : answer.reached));
  for (const { link, answer } of answers) if (online || !answer.fails) await keep(link, answer);
  await deleteRows("destination_checks", "check_at < now() - interval '7 days'");
}

/** Checks the destination of the actor's link now. Returns what is wrong, or null if it works. */
export async function checkDestination(
  actor: Actor,
  id: number,
  ask: (destination: string) => Promise<Answer> = answerOf,
): Promise<FailingDestination | null> {
  authorize(actor, "links:write");
  const { destination, userId } = await getLink(actor, id);
  await keep({ id, userId, destination }, await ask(destination));
  return findFailure(actor, id);
}

const due = (columns: string) =>
  `WITH account AS (
     SELECT coalesce(account_id, user_id) AS id FROM sessions WHERE last_seen_at > now() - $1::interval
     GROUP BY 1 ORDER BY max(last_seen_at) DESC LIMIT $2
   )
   SELECT ${columns}
   FROM account CROSS JOIN LATERAL (
     SELECT link_id FROM link_counts WHERE user_id = account.id AND NOT archived AND clicks > 0
     ORDER BY clicks DESC, link_id DESC LIMIT $3
   ) AS clicked
   JOIN links AS link ON link.id = clicked.link_id AND link.status <> 'off'
   LEFT JOIN destination_checks AS checked USING (link_id)
   WHERE (checked.link_id IS NULL OR checked.check_at <= now() OR checked.destination <> link.destination)`;
const dueValues = [USED_WITHIN, MOST_ACCOUNTS, OF_AN_ACCOUNT];

async function dueLinks(): Promise<Due[]> {
  const rows = await statement<Due>(
    `${due('link.id, link.user_id AS "userId", link.destination')}
     ORDER BY checked.check_at NULLS FIRST, link.id LIMIT $4`,
    [...dueValues, MOST_AT_A_TIME],
  );
  return rows;
}

/** Returns how many checks are due, and for how many seconds the oldest has been. It reads many rows: do not call it often. */
export async function dueChecks(): Promise<{ waiting: number; oldest: number }> {
  const rows = await statement<{ waiting: number; oldest: number }>(
    due(`count(*)::int AS waiting,
      coalesce(extract(epoch FROM now() - min(check_at) FILTER (WHERE check_at <= now())), 0)::float8 AS oldest`),
    dueValues,
  );
  return rows[0] ?? { waiting: 0, oldest: 0 };
}

async function answerOf(destination: string): Promise<Answer> {
  try {
    await guardedFetchWithHeaders(destination, { first: 1 });
    return { fails: false, reached: true };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return verdictOn(error);
  }
}

/** Sites that refuse programs, and addresses within a company's network, are not failures. */
function verdictOn({ code, params }: FetchError): Answer {
  if (code === "fetch_status") {
    const status = Number(params?.status);
    return status === 404 || status === 410 || status >= 500
      ? { fails: true, status }
      : { fails: false, reached: true };
  }
  if (code === "fetch_no_host" || code === "fetch_failed") return { fails: true, status: null };
  return { fails: false, reached: false };
}

async function keep({ id, userId, destination }: Due, answer: Answer): Promise<void> {
  const again = answer.fails ? "1 hour" : "1 day";
  await statement(
    `INSERT INTO destination_checks AS kept (link_id, user_id, destination, failures, status, failing_since, check_at)
     SELECT id, $2::int, $3::text, $4::int, $5::int, CASE WHEN $4::int > 0 THEN now() END, now() + $6::interval
     FROM links WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (link_id) DO UPDATE SET user_id = excluded.user_id, destination = excluded.destination,
       failures = CASE WHEN excluded.failures = 0 THEN 0 WHEN kept.destination <> excluded.destination THEN 1
         ELSE least(kept.failures + 1, 1000) END,
       status = excluded.status, check_at = excluded.check_at,
       failing_since = CASE WHEN excluded.failures > 0 AND kept.destination = excluded.destination
         THEN coalesce(kept.failing_since, now()) ELSE excluded.failing_since END`,
    [id, userId, destination, answer.fails ? 1 : 0, answer.fails ? answer.status : null, again],
  );
}

/** Returns an account's links, or those in `among`, whose destinations fail repeatedly, longest failing first. */
export async function failingDestinations(
  userId: number,
  most: number,
  among: number[] | null = null,
): Promise<FailingDestination[]> {
  const rows = await statement<FailingDestination>(
    `SELECT link.id, checked.status, checked.failing_since AS since
     FROM destination_checks AS checked
     JOIN links AS link ON link.id = checked.link_id AND link.user_id = $1 AND link.destination = checked.destination
     WHERE checked.user_id = $1 AND checked.failures >= $2 AND NOT link.archived
       AND ($4::int[] IS NULL OR checked.link_id = ANY($4))
     ORDER BY checked.failing_since, link.id LIMIT $3`,
    [userId, FAILURES_BEFORE_NOTICE, most, among],
  );
  return rows;
}

/**
 * Returns what is wrong with the destinations of links, by link id. Links without a failure are missing from the map.
 */
export async function failingAmong(actor: Actor, ids: number[]): Promise<Map<number, FailingDestination>> {
  authorize(actor, "links:read");
  if (ids.length === 0) return new Map();
  const found = await failingDestinations(actor.userId, ids.length, ids);
  return new Map(found.map((failing) => [failing.id, failing]));
}

/** Returns what is wrong with a link's destination; null if it works or is not checked. */
export const findFailure = async (actor: Actor, id: number) => (await failingAmong(actor, [id])).get(id) ?? null;
