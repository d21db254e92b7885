import { statement } from "@/lib/platform/database/statement";
import type { Queue } from "@/lib/platform/jobs/jobs";
import { eraseAccount } from "./erase";

/** `deleteAccount` requests jobs in the queue of this name. */
export const DELETION_QUEUE = "account-deletions";

/** Half of the time is left to visitors. */
const SHARE = 0.5;
/** Shorter than the longest duration of a job. Another job continues. */
const ERASE_WITHIN_MS = 10 * 60_000;

/** Erases what deleted accounts owned. */
export const deletionQueue: Queue = {
  name: DELETION_QUEUE,
  atOnce: 1,
  catchUp: resumeDeletions,
  async run(account, stopping) {
    const ended = AbortSignal.any([stopping, AbortSignal.timeout(ERASE_WITHIN_MS)]);
    return (await eraseAccount(account, ended, SHARE)) ? undefined : new Date();
  },
};

/** Requests a job for each deleted account that is not erased yet, for example after a backup was restored. */
export async function resumeDeletions(): Promise<void> {
  await statement("SELECT add_job($1, user_id) FROM account_deletions", [DELETION_QUEUE]);
}
