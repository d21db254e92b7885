/** A site may be down for a moment, so it must fail this often before the owner is notified. */
export const FAILURES_BEFORE_NOTICE = 2;

export interface FailingDestination {
  id: number;
  /** the status that it answers, such as 404; null if it does not answer */
  status: number | null;
  since: Date;
}

/** Joins a link with the check of its present destination, if that fails repeatedly. */
export const joinFailing = `LEFT JOIN destination_checks AS checked ON checked.link_id = link.id
  AND checked.user_id = link.user_id AND checked.destination = link.destination
  AND checked.failures >= ${FAILURES_BEFORE_NOTICE} AND NOT link.archived`;
