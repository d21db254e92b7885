import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { statement } from "@/lib/platform/database/statement";

/** What became of mails that were not sent at the first attempt. */
export interface MailFigures {
  /** how many wait for the mail server, and how many of them were tried */
  waiting: number;
  tried: number;
  /** how many were given up in the last 30 days */
  givenUp: number;
  /** The problem contains no address. */
  lastFailure: { at: Date; problem: string };
}

/** Returns null if nothing has failed lately. */
export async function mailFigures(actor: Actor): Promise<MailFigures | null> {
  requireAdmin(actor);
  const rows = await statement<MailFigures & { at: Date | null; problem: string | null }>(
    `SELECT count(*) FILTER (WHERE given_up_at IS NULL)::int AS waiting,
       count(*) FILTER (WHERE given_up_at IS NULL AND attempts > 0)::int AS tried,
       count(given_up_at)::int AS "givenUp",
       max(coalesce(tried_at, given_up_at)) FILTER (WHERE problem IS NOT NULL) AS at,
       (SELECT problem FROM mails WHERE problem IS NOT NULL ORDER BY coalesce(tried_at, given_up_at) DESC LIMIT 1) AS problem
     FROM mails`,
  );
  const [row] = rows;
  if (!row?.at || row.problem === null) return null;
  const { waiting, tried, givenUp, at, problem } = row;
  return { waiting, tried, givenUp, lastFailure: { at, problem } };
}
