import { setImmediate as turn } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import type { Batch, ClickStore, PlacedTold, Refused } from "./click-store";
import { type EnrichedClick, enrich } from "./enriched-click";
import { deleteFile, type JournalFile, journalsIn } from "./journal-files";
import { batchOf, storeOrSetAside } from "./quarantine";
import { linesBetween, readLines } from "./reader";
import type { RecordedClick } from "./recorded-click";
import { type Waiting, waitingIn } from "./waiting";

/** A larger one adds to fewer roll-ups in all; it takes more memory, and keeps what was clicked locked for longer. */
const BATCH_CLICKS = 40_000;
/** While visitors go first: no rest makes good for a batch that takes seconds of what they wait for. */
const BATCH_BETWEEN_VISITORS = 2_000;
const MOST_REFUSED = 1_000;
/** Some milliseconds' work. */
const AT_A_TIME = 200;

/** A batch to store, none where nothing is left to read. Behind the last of a complete journal, the journal goes. */
interface Step {
  file: JournalFile;
  batch: Batch | null;
  last: boolean;
}

/** Stores the journals of a directory. After a failure, begin again with a new one. */
export class DirectoryDrain {
  private readonly offsets = new Map<string, number>();

  /** @param told learns how far each journal is stored, and outlives a connection that fails */
  constructor(
    private readonly store: ClickStore,
    private readonly directory: string,
    private readonly report: (backlog: number, waiting: Waiting) => void | Promise<void>,
    private readonly givesWay: () => boolean = () => false,
    private readonly told = new Map<string, number>(),
  ) {}

  /** Stores what has been recorded, and deletes complete journals. Returns whether there was anything to store. */
  async pass(): Promise<boolean> {
    let stored = false;
    const steps = this.steps();
    let step = await steps.next();
    if (step.done) await this.reportBacklog();
    while (!step.done) {
      // What comes next is read while this is stored.
      const [next] = await Promise.all([steps.next(), this.take(step.value)]);
      if (step.value.batch) stored = true;
      await this.reportBacklog();
      step = next;
    }
    return stored;
  }

  private async *steps(): AsyncGenerator<Step, void> {
    for (const file of journalsIn(this.directory)) {
      const { journal } = file;
      // What was counted before a failure can only be stored as the batch that it was, however few are to be read now.
      const counted = this.offsets.has(journal) ? 0 : await this.store.countedTo(journal);
      let from = await this.offsetOf(journal);
      for (let last = false; !last; ) {
        const batch = await readBatch(file, from, counted, this.givesWay() ? BATCH_BETWEEN_VISITORS : BATCH_CLICKS);
        from = batch?.to ?? from;
        last = !batch || from >= file.bytes;
        if (batch || file.closed) yield { file, batch, last };
      }
    }
  }

  private async take({ file, batch, last }: Step): Promise<void> {
    const { journal, path, bytes } = file;
    if (batch) {
      await storeOrSetAside(this.store, batch, () => linesBetween(path, batch.from, batch.to));
      this.learn(journal, batch.to);
    }
    if (!last || !file.closed) return;
    const left = bytes - (await this.offsetOf(journal));
    if (left > 0) log.warn({ journal, bytes: left }, "left out a click that was cut off");
    // The file first: without its row it would be stored a second time. A row left behind costs a few bytes.
    deleteFile(this.directory, path);
    await this.store.forget(journal);
    this.offsets.delete(journal);
    this.told.delete(journal);
  }

  private async offsetOf(journal: string): Promise<number> {
    const known = this.offsets.get(journal);
    if (known !== undefined) return known;
    const offset = await this.store.offsetOf(journal);
    this.learn(journal, offset);
    return offset;
  }

  private learn(journal: string, offset: number): void {
    this.offsets.set(journal, offset);
    this.told.set(journal, offset);
  }

  private async reportBacklog(): Promise<void> {
    const files = journalsIn(this.directory);
    for (const { journal } of files) await this.offsetOf(journal);
    const waiting = waitingIn(files, (journal) => this.offsets.get(journal) ?? 0);
    await this.report(waiting.bytes, waiting);
  }
}

/**
 * The next lines of a journal, those before byte `counted` in any case; null when there are none, or when it has just been
 * renamed and is met again as that.
 */
async function readBatch(
  { journal, path, bytes }: JournalFile,
  from: number,
  counted: number,
  most: number,
): Promise<Batch | null> {
  const clicks: EnrichedClick[] = [];
  const told: PlacedTold[] = [];
  const refused: Refused[] = [];
  let to = from;
  // A power failure can leave a file shorter than what was stored of it.
  const isFull = () => to >= counted && (clicks.length + told.length >= most || refused.length >= MOST_REFUSED);
  while (to < bytes && !isFull()) {
    const lines = readLines(path, to);
    if (!lines || lines.to === to) break;
    try {
      const enriched = await enrichAll(lines.clicks);
      for (const click of enriched) clicks.push(click);
      for (const event of lines.told) told.push(event);
      for (const line of lines.refused) refused.push(line);
    } catch {
      // One by one: of the one that fails nothing can be told.
      const found = batchOf(journal, linesBetween(path, to, lines.to));
      for (const click of found.clicks) clicks.push(click);
      for (const event of found.told) told.push(event);
      for (const line of found.refused ?? []) refused.push(line);
    }
    to = lines.to;
  }
  if (refused.length > 0)
    log.warn({ journal, from, to, damaged: refused.length }, "set aside damaged lines of a click journal");
  return to > from ? { journal, from, to, clicks, told, refused } : null;
}

async function enrichAll(clicks: RecordedClick[]): Promise<EnrichedClick[]> {
  const enriched: EnrichedClick[] = [];
  for (let start = 0; start < clicks.length; start += AT_A_TIME) {
    // Postgres, which is at work on the batch before, may have to be answered.
    await turn();
    for (const click of clicks.slice(start, start + AT_A_TIME)) enriched.push(enrich(click));
  }
  return enriched;
}
