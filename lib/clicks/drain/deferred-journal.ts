import { randomUUID } from "node:crypto";
import { after } from "next/server";
import type { Journal } from "@/lib/clicks/journal/journal";
import { formatLine, formatPageEvent } from "@/lib/clicks/journal/line";
import { quarantinedByProcess } from "@/lib/clicks/store/quarantine";
import { log } from "@/lib/platform/log/log";
import { PROCESS, type RecordedLines } from "./line-store";

/** Number of lines that may wait in memory while the store is unreachable. */
const MAX_WAITING = 20_000;
const BATCH = 2_000;
const RETRY_EVERY = 1_000;
const COMPLAIN_EVERY = 60_000;

/**
 * Returns a journal for hosts without their own disk, where only Next runs. Visitors are answered at once, and `keep`
 * is called after the response. Lines that are waiting are lost with the process. Lines that `keep` has taken count
 * exactly once. An overlay's script can wait, so it gets its response after `keep` has taken its event.
 */
export function deferredJournal(keep: (recorded: RecordedLines) => Promise<void>): Journal {
  const journal = `${PROCESS}${randomUUID()}`;
  let waiting: string[] = [];
  let position = 0;
  let refused = 0;
  let keeping: Promise<void> | undefined;
  let complainedAt = Number.NEGATIVE_INFINITY;

  function complain(message: string, error?: unknown): void {
    if (performance.now() - complainedAt < COMPLAIN_EVERY) return;
    complainedAt = performance.now();
    log.error({ error: error && String(error), waiting: waiting.length }, message);
  }

  async function keepWaiting(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const lines = waiting.slice(0, BATCH);
        await keep({ journal, position, lines });
        waiting = waiting.slice(lines.length);
        position += lines.length;
      }
    } catch (error) {
      complain("clicks cannot be stored now; they wait in memory", error);
    }
  }

  function flush(): Promise<void> {
    keeping ??= keepWaiting().finally(() => {
      keeping = undefined;
    });
    return keeping;
  }

  /** Returns the value of `position` at which the line has been stored; null if there is no space for it. */
  function wait(line: string): number | null {
    if (waiting.length < MAX_WAITING) return position + waiting.push(line);
    refused++;
    complain("too many clicks wait in memory: new ones are lost");
    return null;
  }

  setInterval(() => waiting.length > 0 && flush(), RETRY_EVERY).unref();

  return {
    record(visit, subjects, done) {
      if (wait(formatLine(visit, subjects)) === null) return done(tooMany());
      after(flush);
      done();
    },
    async recordEvent(event) {
      const place = wait(formatPageEvent(event));
      if (place === null) throw tooMany();
      await flush();
      if (position < place) throw new Error("not stored yet");
    },
    backlog: () => ({
      bytes: waiting.reduce((sum, line) => sum + line.length, 0),
      refused,
      quarantined: quarantinedByProcess(),
    }),
    disk: () => null,
  };
}

const tooMany = () => new Error("too many clicks wait");
