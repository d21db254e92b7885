import { randomBytes } from "node:crypto";
import { close, fdatasync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import type { Visit } from "@/lib/clicks/classify/visit";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import {
  ABANDONED_AFTER,
  ALIVE,
  adoptJournals,
  CLOSED,
  type JournalDisk,
  JournalSpace,
  OPEN,
  type SpaceLimit,
} from "./journal-files";
import { formatLine, formatPageEvent, type PageEvent } from "./line";

/** Records clicks and the events that pages report. */
export interface Journal {
  /**
   * Records a click and calls `done` when its visitor may get a response; with an error if the click could not be
   * recorded.
   */
  record(visit: Visit, subjects: ClickSubjects, done: (error?: Error) => void): void;
  /** Records an event of a page. Resolves once it is kept; throws if it cannot be kept. */
  recordEvent(event: PageEvent): Promise<void>;
  backlog(): Backlog;
  /** null if clicks are not recorded on a disk, or if the disk's state is unknown */
  disk(): JournalDisk | null;
}

/** The waiting clicks, at most about a second old. */
export interface Backlog {
  /** not yet stored in the database */
  bytes: number;
  /** clicks that could not be recorded since the start */
  refused: number;
  /** clicks that the database refused and that are set aside */
  quarantined: number;
}

/**
 * A journal in files. It calls back once a click is in the file, so that the click survives this process. All clicks of
 * one event-loop turn share one write.
 */
export interface FileJournal extends Journal {
  readonly directory: string;
  /** Receives the drain's report: how much is left to store, and how many clicks could not be stored. */
  reportBacklog(bytes: number, quarantined?: number): void;
  /** Writes pending clicks and closes the file. Clicks recorded later fail. */
  close(): Promise<void>;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** Visitors' addresses stay on disk for at most this long (ms) plus the time it takes to store them. */
const MAX_AGE = 5 * 60_000;
/** A power failure loses at most the clicks of this time (ms). A process that dies loses none. */
const SYNC_EVERY = 1_000;

interface OpenFile {
  path: string;
  fd: number;
  bytes: number;
  openedAt: number;
  dirty: boolean;
}

/** Returns the journal that this process opened at its start. Throws if there is none. */
export const journal = () =>
  processSingleton<Journal>("journal", () => {
    throw new Error("no journal has been opened");
  });

/** Makes `opened` the journal of this process. */
export function provideJournal<J extends Journal>(opened: J): J {
  processSingleton("journal", () => opened);
  return opened;
}

/**
 * Opens the journal in `directory`, which is created if missing and must belong to one process at a time. Journals that
 * a dead process left there are marked complete for the drain.
 */
export function openJournal(directory: string, limit: SpaceLimit): FileJournal {
  const space = new JournalSpace(directory, limit);
  let beatAt = 0;
  let complainedAt = 0;
  beat();
  let backlog = adoptJournals(directory);
  let quarantined = 0;
  // Never reuse the name of an earlier file: the database remembers how far each name has been stored.
  const prefix = `${Date.now()}-${randomBytes(6).toString("hex")}`;
  let files = 0;
  let file: OpenFile | undefined;
  let lines = "";
  let waiting: ((error?: Error) => void)[] = [];
  let closed = false;

  function complain(error: unknown): Error {
    const failure = error instanceof Error ? error : new Error(String(error));
    if (Date.now() - complainedAt > 60_000) {
      complainedAt = Date.now();
      log.error({ error: failure.message, directory }, "the click journal cannot be written");
    }
    return failure;
  }

  /** Shows other instances that this process is alive. */
  function beat(): void {
    beatAt = Date.now();
    try {
      // Another instance removes the directory of an instance that it considers dead.
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      space.measure();
      writeFileSync(join(directory, ALIVE), `${beatAt} ${space.refused}`, { mode: 0o600 });
    } catch (error) {
      complain(error);
    }
  }

  function open(): OpenFile {
    beat();
    const path = join(directory, `${prefix}-${String(files++).padStart(6, "0")}`);
    return { path, fd: openSync(path + OPEN, "ax", 0o600), bytes: 0, openedAt: Date.now(), dirty: false };
  }

  /** Ends the file. The next click opens another. */
  function retire(): Promise<void> {
    if (!file) return Promise.resolve();
    const { path, fd } = file;
    file = undefined;
    try {
      renameSync(path + OPEN, path + CLOSED);
    } catch (error) {
      // The file is stored anyway: it is adopted at the next start, or has already been adopted.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") complain(error);
    }
    return new Promise((done) => fdatasync(fd, () => close(fd, () => done())));
  }

  /** Returns how many bytes were written: all of them, or as many as there was space for. */
  function write(data: Buffer): number {
    // After a long pause, others may have considered this process dead, and stored and deleted its file.
    if (Date.now() - beatAt > ABANDONED_AFTER / 2) retire();
    let written = 0;
    try {
      file ??= open();
      while (written < data.length) written += writeSync(file.fd, data, written);
    } catch (error) {
      complain(error);
      // The file now ends in the middle of a line. Cutting it off would race with the drain, which reads it.
      if (written > 0) retire();
    }
    backlog += written;
    space.written(written);
    if (file) {
      file.bytes += written;
      file.dirty = true;
      if (file.bytes >= MAX_BYTES) retire();
    }
    return written;
  }

  function flush(): void {
    if (waiting.length === 0) return;
    const callbacks = waiting;
    const data = Buffer.from(lines);
    waiting = [];
    lines = "";
    const refusal = space.refusal(data.length);
    // There is space again once the drain has stored and deleted the file.
    if (refusal) retire();
    const written = refusal ? 0 : write(data);
    if (written === data.length) {
      for (const done of callbacks) done();
      return;
    }
    const recorded = linesIn(data.subarray(0, written));
    space.refuse(callbacks.length - recorded, refusal ?? "it cannot be written");
    for (const [index, done] of callbacks.entries()) done(index < recorded ? undefined : new Error("not recorded"));
  }

  function append(line: string, done: (error?: Error) => void): void {
    if (closed) {
      done(new Error("the journal is closed"));
      return;
    }
    lines += line;
    if (waiting.push(done) === 1) setImmediate(flush);
  }

  const timer = setInterval(() => {
    beat();
    if (!file) return;
    if (Date.now() - file.openedAt > MAX_AGE) retire();
    else if (file.dirty) {
      file.dirty = false;
      fdatasync(file.fd, (error) => error && complain(error));
    }
  }, SYNC_EVERY).unref();

  return {
    directory,
    record: (visit, subjects, done) => append(formatLine(visit, subjects), done),
    recordEvent: (event) =>
      new Promise((kept, lost) => append(formatPageEvent(event), (error) => (error ? lost(error) : kept()))),
    backlog: () => ({ bytes: backlog, refused: space.allRefused, quarantined }),
    disk: () => space.room ?? null,
    reportBacklog(bytes, quarantinedNow = 0) {
      backlog = bytes;
      quarantined = quarantinedNow;
    },
    close() {
      closed = true;
      clearInterval(timer);
      flush();
      rmSync(join(directory, ALIVE), { force: true });
      return retire();
    },
  };
}

function linesIn(data: Buffer): number {
  let lines = 0;
  for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, end + 1)) lines += 1;
  return lines;
}
