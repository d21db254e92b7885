import type { Batch } from "@/lib/clicks/store/click-store";

/**
 * Number of clicks in a batch. A larger batch updates fewer roll-ups in total, but takes more memory and keeps the
 * clicked subjects locked for longer.
 */
const USUAL = 40_000;
/**
 * Batch size while visitors go first. A larger batch would keep visitors waiting for seconds, whatever pause follows.
 */
const BETWEEN_VISITORS = 2_000;
/** A batch of this size is not made smaller. */
const FEWEST = 100;
/** A batch takes less than a second or two. One that takes this long keeps what it locks for too long. */
const SLOW_MS = 30_000;
const GROWTH = 1.1;

/**
 * How many clicks the next batch may have. A batch that failed or was slow halves it, because the same batch might fail
 * forever: the connection or the machine may be too slow for it. Full batches let it grow again.
 */
export class BatchSize {
  private most = USUAL;
  /** whether visitors go first, so that pieces of work should be small */
  givesWay = () => false;

  get clicks(): number {
    return this.givesWay() ? Math.min(this.most, BETWEEN_VISITORS) : this.most;
  }

  noteStored(batch: Batch, ms: number): void {
    if (ms > SLOW_MS) this.halve(batch);
    else if (countOf(batch) >= this.most) this.most = Math.min(USUAL, Math.ceil(this.most * GROWTH));
  }

  noteFailed(batch: Batch): void {
    this.halve(batch);
  }

  private halve(batch: Batch): void {
    const count = countOf(batch);
    // A few clicks do not fail because they are too many.
    if (count > FEWEST) this.most = Math.max(FEWEST, Math.min(this.most, Math.floor(count / 2)));
  }
}

const countOf = ({ clicks, events, refused = [] }: Batch) => clicks.length + events.length + refused.length;
