import { AppError } from "@/lib/contract/errors";
import { hasCode } from "@/lib/platform/database/outage";
import { FairQueue } from "@/lib/platform/limits/fair-queue";
import { currentDrawing } from "@/lib/platform/limits/page-drawing";
import { processSingleton } from "@/lib/platform/singleton";

/** How many statements read the single clicks of an account at once. More would take the processor from visitors. */
const AT_ONCE = 2;
/** A page needs three statements, so the next page may wait. */
const WAITING = 6;

const queues = () => processSingleton("statisticsQueues", () => new Map<number, FairQueue>());

/**
 * Reads single clicks for a page, in turn with other pages of the account. Ends when the page's reader leaves.
 *
 * @throws AppError if too many statistics of the account wait already, or if reading takes too long
 */
export async function readInTurn<T>(read: (signal?: AbortSignal) => Promise<T>): Promise<T> {
  const { account, signal } = currentDrawing() ?? {};
  if (account === undefined) return read(signal);
  const queue = queues().get(account) ?? new FairQueue(AT_ONCE, { all: WAITING, each: WAITING }, "statistics_busy");
  queues().set(account, queue);
  try {
    return await queue.take({ userId: account }, () => read(signal), signal);
  } catch (error) {
    if (signal?.aborted || !isTooSlow(error)) throw error;
    throw new AppError("statistics_late");
  } finally {
    if (queue.isIdle) queues().delete(account);
  }
}

/** Returns whether the database gave up a statement that had taken too long. */
const isTooSlow = (error: unknown) => hasCode(error, ["57014"]) || /read timeout/i.test(String(error));
