import { expect, test, vi } from "vitest";
import { deferredJournal } from "@/lib/clicks/drain/deferred-journal";
import type { RecordedLines } from "@/lib/clicks/drain/line-store";
import { formatPageEvent, type PageEvent } from "@/lib/clicks/journal/line";

const event: PageEvent = { kind: "overlay", overlayId: 7, counts: "impressions" };
const line = formatPageEvent(event);

function open() {
  const keep = vi.fn<(recorded: RecordedLines) => Promise<void>>().mockResolvedValue();
  return { keep, journal: deferredJournal(keep) };
}

test("without a disk, a page gets its answer after its event is stored", async () => {
  const { keep, journal } = open();
  let finish = () => {};
  keep.mockReturnValueOnce(
    new Promise<void>((done) => {
      finish = done;
    }),
  );
  let answered = false;
  const telling = journal.recordEvent(event).then(() => {
    answered = true;
  });
  await new Promise(setImmediate);
  expect([keep.mock.calls[0]?.[0].lines, answered]).toEqual([[line], false]);
  finish();
  await telling;
});

test("events that cannot be stored are not acknowledged, and are stored once with the next ones", async () => {
  const { keep, journal } = open();
  keep.mockRejectedValueOnce(new Error("the database is away"));
  await expect(journal.recordEvent(event)).rejects.toThrow("not stored yet");
  expect(journal.backlog().bytes).toBe(line.length);
  await journal.recordEvent(event);
  expect(keep.mock.calls.slice(1).flatMap(([{ position, lines }]) => [position, ...lines])).toEqual([0, line, line]);
  expect(journal.backlog().bytes).toBe(0);
});
