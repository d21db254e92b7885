import { setImmediate as turn } from "node:timers/promises";
import { log } from "@/lib/log";
import type { Batch, ClickStore } from "./click-store";
import { type EnrichedClick, enrich } from "./enriched-click";
import { deleteFile, type JournalFile, journalsIn } from "./journal-files";
import { readLines } from "./reader";

/** A larger one adds to fewer roll-ups in all, and takes more memory. */
const BATCH_CLICKS = 32_000;

/** Stores the journals of a directory. After a failure, begin again with a new one. */
export class DirectoryDrain {
  private readonly offsets = new Map<string, number>();

  constructor(
    private readonly store: ClickStore,
    private readonly directory: string,
    private readonly report: (backlog: number) => void | Promise<void>,
  ) {}

  /** Stores what has been recorded, and deletes complete journals. Returns whether there was anything to store. */
  async pass(): Promise<boolean> {
    let stored = false;
    for (const file of journalsIn(this.directory)) {
      if (await this.storeFile(file)) stored = true;
    }
    await this.reportBacklog();
    return stored;
  }

  private async storeFile(file: JournalFile): Promise<boolean> {
    const { journal, path } = file;
    const start = await this.offsetOf(journal);
    let from = start;
    let batch = await readBatch(file, from);
    while (batch) {
      const { to } = batch;
      // The next batch is read while this one is stored.
      const [next] = await Promise.all([readBatch(file, to), this.store.store(batch)]);
      this.offsets.set(journal, to);
      from = to;
      batch = next;
      await this.reportBacklog();
    }
    if (file.closed) {
      if (from < file.bytes) log.warn({ journal, bytes: file.bytes - from }, "left out a click that was cut off");
      // The file first: without its row it would be stored a second time. A row left behind costs a few bytes.
      deleteFile(this.directory, path);
      await this.store.forget(journal);
      this.offsets.delete(journal);
    }
    return from > start;
  }

  private async offsetOf(journal: string): Promise<number> {
    const known = this.offsets.get(journal);
    if (known !== undefined) return known;
    const offset = await this.store.offsetOf(journal);
    this.offsets.set(journal, offset);
    return offset;
  }

  private async reportBacklog(): Promise<void> {
    let bytes = 0;
    for (const file of journalsIn(this.directory)) {
      bytes += Math.max(0, file.bytes - (await this.offsetOf(file.journal)));
    }
    await this.report(bytes);
  }
}

/** The next clicks of a journal; null when there are none, or when it has just been renamed and is met again as that. */
async function readBatch({ journal, path, bytes }: JournalFile, from: number): Promise<Batch | null> {
  const clicks: EnrichedClick[] = [];
  let damaged = 0;
  let to = from;
  // A power failure can leave a file shorter than what was stored of it.
  while (to < bytes && clicks.length < BATCH_CLICKS) {
    // Postgres, which is at work on the batch before, may have to be answered.
    await turn();
    const lines = readLines(path, to);
    if (!lines || lines.to === to) break;
    for (const click of lines.clicks) clicks.push(enrich(click));
    damaged += lines.damaged;
    to = lines.to;
  }
  if (damaged > 0) log.warn({ journal, from, to, damaged }, "skipped damaged lines of a click journal");
  return to > from ? { journal, from, to, clicks } : null;
}
