import { statement } from "@/lib/platform/database/statement";
import { type Hook, hookOf, pauseFailing, pauseRefused } from "./hook";
import type { Paused } from "./notice";
import { sendDelivery } from "./send";

/** Number of simultaneous deliveries, each for a different key. */
const AT_ONCE = 8;
const HEADS = 100;
/**
 * After this many failures in a row, the endpoint counts as down, rather than some events as unacceptable. The other
 * deliveries then wait like the oldest one.
 */
const FAILURES_THAT_STOP = 5;
/**
 * After this time, other webhooks get their turn. It is shorter than the time after which the queue considers a job
 * dead.
 */
const LONGEST_MS = 240_000;

/** Notifies the account of a webhook or forwarding that was paused. */
export type OnPaused = (paused: Paused) => unknown;

/**
 * Sends the due deliveries of a webhook; those with the same key in order. Only one process at a time does this for a
 * webhook: see `Queue` in lib/platform/jobs/jobs.ts. Returns when the next deliveries are due, or failed ones again.
 */
export async function deliverWaiting(
  webhook: number,
  stopping: AbortSignal,
  onPaused: OnPaused,
): Promise<Date | undefined> {
  const hook = await hookOf(webhook);
  if (hook?.status !== "active") return undefined;
  if (hook.retryAt && hook.retryAt.getTime() > Date.now()) return hook.retryAt;
  const run = new Run(hook, stopping, onPaused);
  while (run.goesOn()) {
    const heads = await dueHeads(webhook);
    if (heads.length === 0) break;
    await run.send(heads);
  }
  if (run.paused) return undefined;
  // This job is done. The next start, or another instance, continues at once.
  if (stopping.aborted || run.isLate()) return new Date();
  const next = await nextDue(webhook, run.isStopped);
  if (next && run.isStopped) await statement("UPDATE webhooks SET retry_at = $2 WHERE id = $1", [webhook, next]);
  return next;
}

class Run {
  paused = false;
  private failures = 0;
  private readonly begun = Date.now();

  constructor(
    private readonly hook: Hook,
    private readonly stopping: AbortSignal,
    private readonly onPaused: OnPaused,
  ) {}

  get isStopped(): boolean {
    return this.failures >= FAILURES_THAT_STOP;
  }

  isLate = () => Date.now() - this.begun > LONGEST_MS;

  goesOn = () => !this.stopping.aborted && !this.paused && !this.isStopped && !this.isLate();

  /** Sends the first delivery of each key and then the ones behind it, several keys at once. */
  async send(heads: bigint[]): Promise<void> {
    const left = heads.values();
    const sendNext = async () => {
      for (const head of left) {
        if (!this.goesOn()) return;
        await this.sendFrom(head);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  }

  private async sendFrom(head: bigint): Promise<void> {
    for (let id: bigint | undefined = head; id !== undefined && this.goesOn(); id = await behind(id)) {
      const outcome = await sendDelivery(this.hook, id, this.stopping);
      if (outcome === "ended") return;
      if (outcome === "refused") {
        this.paused = true;
        if (await pauseRefused(this.hook.id)) await this.reportPaused(true);
        return;
      }
      if (outcome === "failed") {
        this.failures++;
        if (!this.paused && (await pauseFailing(this.hook.id))) {
          this.paused = true;
          await this.reportPaused(false);
        }
        return;
      }
      this.failures = 0;
    }
  }

  private async reportPaused(refused: boolean): Promise<void> {
    const { id, userId, name, url, forwarding } = this.hook;
    await this.onPaused({ id, userId, name, url, isForwarding: forwarding !== null, refused });
  }
}

/** Returns the earliest delivery of each key, if it is due. */
async function dueHeads(webhook: number): Promise<bigint[]> {
  const rows = await statement<{ id: bigint }>(
    `SELECT id FROM (
       SELECT DISTINCT ON (key) id, next_at FROM webhook_deliveries
       WHERE webhook_id = $1 AND status = 'waiting' ORDER BY key, id
     ) AS heads WHERE next_at <= now() ORDER BY id LIMIT $2`,
    [webhook, HEADS],
  );
  return rows.map(({ id }) => id);
}

/** Returns the next waiting delivery with the same key, if it is due. */
async function behind(id: bigint): Promise<bigint | undefined> {
  const rows = await statement<{ id: bigint; due: boolean }>(
    `SELECT next.id, next.next_at <= now() AS due FROM webhook_deliveries AS sent JOIN webhook_deliveries AS next
       ON next.webhook_id = sent.webhook_id AND next.key = sent.key AND next.status = 'waiting'
     WHERE sent.id = $1 ORDER BY next.id LIMIT 1`,
    [id],
  );
  return rows[0]?.due ? rows[0].id : undefined;
}

/** Returns when the next first delivery of a key is due. With `oldest`, returns when the longest waiting one is due. */
async function nextDue(webhook: number, oldest: boolean): Promise<Date | undefined> {
  const rows = await statement<{ at: Date }>(
    `SELECT greatest(next_at, now()) AS at FROM (
       SELECT DISTINCT ON (key) id, next_at FROM webhook_deliveries
       WHERE webhook_id = $1 AND status = 'waiting' ORDER BY key, id
     ) AS heads ORDER BY ${oldest ? "id" : "next_at"} LIMIT 1`,
    [webhook],
  );
  return rows[0]?.at;
}
