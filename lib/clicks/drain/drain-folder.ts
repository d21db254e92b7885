import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { type EnrichedClick, enrich } from "@/lib/clicks/classify/enriched-click";
import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { adoptJournals, deleteFile, type JournalFile, listJournals } from "@/lib/clicks/journal/journal-files";
import type { Leases } from "@/lib/clicks/journal/leases";
import { parseLine } from "@/lib/clicks/journal/line";
import type { Batch, ClickStore, Line, PlacedEvent, Refused } from "@/lib/clicks/store/click-store";
import { parseOtherLines, quarantinedBatch, storeOrQuarantine } from "@/lib/clicks/store/quarantine";
import { log } from "@/lib/platform/log/log";

/** Stores the journals of all processes of an instance and those that it adopts. After a failure, create a new one. */
export class FolderDrain {
  private readonly drains = new Map<string, DirectoryDrain>();
  private held: string[] = [];

  /** @param afterBatch is called after each batch with the directories that this drain stores */
  constructor(
    private readonly leases: Leases,
    private readonly store: ClickStore,
    private readonly afterBatch: (held: readonly string[]) => void | Promise<void>,
    private readonly size = new BatchSize(),
    private readonly storedTo = new Map<string, number>(),
  ) {}

  /** Stores recorded clicks. Returns whether it stored any or has to wait for some. */
  async pass(): Promise<"stored" | "waits" | "done"> {
    const { names, waits } = await this.leases.renew();
    this.held = names;
    for (const name of this.drains.keys()) if (!names.includes(name)) this.forget(name);
    let stored = false;
    for (const name of names) {
      const own = this.leases.isOwn(name);
      if (!own) adoptJournals(this.leases.path(name));
      if (await this.drainOf(name).pass()) stored = true;
      if (!own) await this.remove(name);
    }
    if (stored) return "stored";
    return waits ? "waits" : "done";
  }

  private drainOf(name: string): DirectoryDrain {
    const present = this.drains.get(name);
    if (present) return present;
    const afterBatch = () => this.afterBatch(this.held);
    const drain = new DirectoryDrain(this.store, this.leases.path(name), afterBatch, this.size, this.storedTo);
    this.drains.set(name, drain);
    return drain;
  }

  private async remove(name: string): Promise<void> {
    await this.leases.remove(name);
    this.forget(name);
  }

  /** Another drain may be storing this journal now, so the offsets kept here are out of date. */
  private forget(name: string): void {
    this.drains.delete(name);
  }
}

const MOST_REFUSED = 1_000;
/** Number of clicks that take a few milliseconds. */
const AT_A_TIME = 200;

/**
 * A batch to store, or null if nothing is left to read. After the last batch of a complete journal, the journal is
 * deleted.
 */
interface Step {
  file: JournalFile;
  batch: Batch | null;
  last: boolean;
}

/** Stores the journals of a directory. After a failure, create a new one. */
export class DirectoryDrain {
  private readonly offsets = new Map<string, number>();

  /**
   * @param afterBatch is called after each batch, and after a pass without one
   * @param size survives a failed connection
   * @param storedTo receives how far each journal is stored; it survives a failed connection, too
   */
  constructor(
    private readonly store: ClickStore,
    private readonly directory: string,
    private readonly afterBatch: () => void | Promise<void>,
    private readonly size = new BatchSize(),
    private readonly storedTo = new Map<string, number>(),
  ) {}

  /** Stores recorded clicks and deletes complete journals. Returns whether there was anything to store. */
  async pass(): Promise<boolean> {
    let stored = false;
    const steps = this.steps();
    let step = await steps.next();
    if (step.done) await this.endBatch();
    while (!step.done) {
      // The next step is read while this one is stored.
      const [next] = await Promise.all([steps.next(), this.take(step.value)]);
      if (step.value.batch) stored = true;
      await this.endBatch();
      step = next;
    }
    return stored;
  }

  private async *steps(): AsyncGenerator<Step, void> {
    for (const file of listJournals(this.directory)) {
      const { journal } = file;
      // A batch that was counted before a failure can only be stored as the same batch, even if batches are smaller
      // now.
      const counted = this.offsets.has(journal) ? 0 : await this.store.countedTo(journal);
      let from = await this.offsetOf(journal);
      for (let last = false; !last; ) {
        const batch = await readBatch(file, from, counted, this.size.clicks);
        from = batch?.to ?? from;
        last = !batch || from >= file.bytes;
        if (batch || file.closed) yield { file, batch, last };
      }
    }
  }

  private async take({ file, batch, last }: Step): Promise<void> {
    const { journal, path, bytes } = file;
    if (batch) {
      await this.storeBatch(path, batch);
      this.learn(journal, batch.to);
    }
    if (!last || !file.closed) return;
    const left = bytes - (await this.offsetOf(journal));
    if (left > 0) log.warn({ journal, bytes: left }, "skipped a click that was cut off");
    // Delete the file first: a file without its row would be stored a second time. A leftover row costs a few bytes.
    deleteFile(this.directory, path);
    await this.store.forget(journal);
    this.offsets.delete(journal);
    this.storedTo.delete(journal);
  }

  private async storeBatch(path: string, batch: Batch): Promise<void> {
    const begun = performance.now();
    try {
      await storeOrQuarantine(this.store, batch, () => linesBetween(path, batch.from, batch.to));
      this.size.noteStored(batch, performance.now() - begun);
    } catch (error) {
      this.size.noteFailed(batch);
      throw error;
    }
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
    this.storedTo.set(journal, offset);
  }

  private async endBatch(): Promise<void> {
    // What waits can only be measured if it is known how far each journal is stored.
    for (const { journal } of listJournals(this.directory)) await this.offsetOf(journal);
    await this.afterBatch();
  }
}

/**
 * Returns the next lines of a journal, in any case those before byte `counted`; null if there are none, or if the file
 * has just been renamed and will be found again under its new name.
 */
async function readBatch(
  { journal, path, bytes }: JournalFile,
  from: number,
  counted: number,
  most: number,
): Promise<Batch | null> {
  const clicks: EnrichedClick[] = [];
  const events: PlacedEvent[] = [];
  const refused: Refused[] = [];
  let to = from;
  const isFull = () => clicks.length + events.length >= most || refused.length >= MOST_REFUSED;
  // After a power failure, a file can be shorter than what was stored of it.
  while (to < bytes && (to < counted || !isFull())) {
    const room = most - clicks.length - events.length;
    const lines = readLines(path, to, to < counted ? undefined : room);
    if (!lines || lines.to === to) break;
    try {
      const enriched = await enrichAll(lines.clicks);
      for (const click of enriched) clicks.push(click);
      for (const event of lines.events) events.push(event);
      for (const line of lines.refused) refused.push(line);
    } catch {
      // Read the lines one by one, so that only the failing ones are set aside.
      const found = quarantinedBatch(journal, linesBetween(path, to, lines.to));
      for (const click of found.clicks) clicks.push(click);
      for (const event of found.events) events.push(event);
      for (const line of found.refused ?? []) refused.push(line);
    }
    to = lines.to;
  }
  if (refused.length > 0)
    log.warn({ journal, from, to, damaged: refused.length }, "set aside damaged lines of a click journal");
  return to > from ? { journal, from, to, clicks, events, refused } : null;
}

async function enrichAll(clicks: RecordedClick[]): Promise<EnrichedClick[]> {
  const enriched: EnrichedClick[] = [];
  for (let start = 0; start < clicks.length; start += AT_A_TIME) {
    // Yield, because the connection to Postgres may need to be served while it stores the previous batch.
    await turn();
    for (const click of clicks.slice(start, start + AT_A_TIME)) enriched.push(enrich(click));
  }
  return enriched;
}

/** The buffer holds some thousand clicks and is far longer than the longest line. */
export const SLICE_BYTES = 256 * 1024;
const buffer = Buffer.allocUnsafe(SLICE_BYTES);

interface Lines {
  clicks: RecordedClick[];
  events: PlacedEvent[];
  /** lines that this service did not write */
  refused: Refused[];
  /** where the lines end; equals `from` if no line is complete, like the last line of a process that died */
  to: number;
}

/** Reads some whole lines from byte `from` on, up to `most`. Returns null if the file has just been renamed. */
export function readLines(path: string, from: number, most = Number.POSITIVE_INFINITY): Lines | null {
  const slice = readSlice(path, from);
  if (slice === null) return null;
  const data = firstLines(slice, most);
  const clicks: RecordedClick[] = [];
  let others = false;
  if (data.length > 0) {
    const text = data.toString("utf8", 0, data.at(-1) === 10 ? data.length - 1 : data.length);
    for (const line of text.split("\n")) {
      const click = parseLine(line);
      if (click) clicks.push(click);
      else others = true;
    }
  }
  return { to: from + data.length, clicks, ...parseOtherLines(others ? otherLinesIn(data, from) : []) };
}

/** Returns the whole lines from byte `from` to byte `to`. */
function linesBetween(path: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to; ) {
    const data = readSlice(path, at);
    if (!data?.length) throw new Error(`${path} is shorter than what was already read of it`);
    for (const line of cut(data.subarray(0, to - at), at)) lines.push(line);
    at += data.length;
  }
  return lines;
}

/** Returns whole lines. The next read overwrites them. */
function readSlice(path: string, from: number): Buffer | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  try {
    const length = readSync(fd, buffer, 0, SLICE_BYTES, from);
    // No line is as long as a slice, so a slice without a newline is damaged and is returned whole.
    return buffer.subarray(0, buffer.subarray(0, length).lastIndexOf(10) + 1 || (length === SLICE_BYTES ? length : 0));
  } finally {
    closeSync(fd);
  }
}

function firstLines(data: Buffer, most: number): Buffer {
  let end = 0;
  for (let lines = 0; lines < most && end < data.length; lines++) end = data.indexOf(10, end) + 1 || data.length;
  return data.subarray(0, end);
}

/** Returns the lines that are not clicks, with their places. Called only if there are any. */
const otherLinesIn = (data: Buffer, from: number): Line[] =>
  cut(data, from).filter(({ bytes }) => bytes.length > 0 && !parseLine(bytes.toString()));

function cut(data: Buffer, from: number): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < data.length; ) {
    const newline = data.indexOf(10, start);
    const end = newline === -1 ? data.length : newline;
    const next = Math.min(end + 1, data.length);
    lines.push({ from: from + start, to: from + next, bytes: Buffer.from(data.subarray(start, end)) });
    start = next;
  }
  return lines;
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

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
