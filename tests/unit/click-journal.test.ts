import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describeVisit, type Visit } from "@/lib/clicks/classify/visit";
import { readLines, SLICE_BYTES } from "@/lib/clicks/drain/drain-folder";
import { type FileJournal, openJournal } from "@/lib/clicks/journal/journal";
import { ALIVE, listJournals } from "@/lib/clicks/journal/journal-files";
import { formatLine } from "@/lib/clicks/journal/line";

vi.mock("node:fs", { spy: true });

let directory: string;
let journal: FileJournal;

const open = (bytes = 2 ** 30) => openJournal(directory, { root: directory, bytes });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "signpost-journal-"));
  journal = open();
});

afterEach(async () => {
  vi.useRealTimers();
  await journal.close();
  rmSync(directory, { recursive: true });
});

const visit = (): Visit => describeVisit({ method: "GET", headers: { "user-agent": "test" } }, "192.0.2.7");
const record = (linkId: number) =>
  new Promise<void>((done, fail) => journal.record(visit(), { linkId }, (error) => (error ? fail(error) : done())));
const path = (name: string | undefined) => join(directory, name ?? "");
const files = () => readdirSync(directory).filter((name) => name !== ALIVE);
const linksOf = (file: string) => readLines(file, 0)?.clicks.map((click) => click.subjects.linkId);

test("writes a click to the file, readable by its owner only, before the visitor gets the answer", async () => {
  await record(7);
  const [name] = files();
  expect(name).toMatch(/\.open$/);
  expect(statSync(path(name)).mode & 0o777).toBe(0o600);
  expect(linksOf(path(name))).toEqual([7]);
  expect(journal.backlog().bytes).toBe(statSync(path(name)).size);
});

test("clicks of one turn share a write", async () => {
  await record(0);
  const write = vi.mocked(writeSync).mockClear();
  await Promise.all([record(1), record(2), record(3)]);
  expect(write).toHaveBeenCalledTimes(1);
  await record(4);
  expect(write).toHaveBeenCalledTimes(2);
});

test("writes page events to the file before the answer, in the same write as clicks", async () => {
  const recordImpression = (overlayId: number) =>
    journal.recordEvent({ kind: "overlay", overlayId, counts: "impressions" });
  await record(9);
  const write = vi.mocked(writeSync).mockClear();
  await Promise.all([record(1), recordImpression(5), record(2), recordImpression(6)]);
  expect(write).toHaveBeenCalledTimes(1);
  const read = readLines(path(files()[0]), 0);
  expect(read?.clicks.map((click) => click.subjects.linkId)).toEqual([9, 1, 2]);
  expect(read?.events).toMatchObject([{ overlayId: 5 }, { overlayId: 6 }]);
  await journal.close();
  await expect(recordImpression(7)).rejects.toThrow("closed");
  journal = open(3);
  await expect(recordImpression(8)).rejects.toThrow("not recorded");
  expect(journal.backlog().refused).toBe(1);
});

test("closing writes pending clicks, and later clicks fail", async () => {
  const pending = record(1);
  await journal.close();
  await pending;
  expect(files()).toEqual([expect.stringMatching(/\.closed$/)]);
  await expect(record(2)).rejects.toThrow("closed");
});

test("a journal is complete after five minutes, so that addresses are deleted", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  await journal.close();
  journal = open();
  await record(1);
  vi.advanceTimersByTime(5 * 60_000 + 2_000);
  await turn();
  expect(files()).toEqual([expect.stringMatching(/\.closed$/)]);
  await record(2);
  expect(files()).toHaveLength(2);
});

test("a journal is complete at 16 MiB", async () => {
  const large = { ...visit(), userAgent: "a".repeat(4 * 1024 * 1024) };
  for (let n = 0; n < 4; n++) await new Promise((done) => journal.record(large, { linkId: 1 }, done));
  expect(files()).toEqual([expect.stringMatching(/\.closed$/)]);
});

test("reports a click that cannot be written, and protects the next one from its remains", async () => {
  await record(1);
  const { writeSync: write } = await vi.importActual<typeof import("node:fs")>("node:fs");
  vi.mocked(writeSync)
    .mockImplementationOnce((fd, data) => write(fd, data as unknown as Buffer, 0, 9))
    .mockImplementationOnce(() => {
      throw new Error("no space left on device");
    });
  await expect(record(2)).rejects.toThrow("not recorded");
  await record(3);
  const found = listJournals(directory);
  expect(found.map((file) => [file.closed, linksOf(file.path)])).toEqual([
    [true, [1]],
    [false, [3]],
  ]);
});

test("counts those of several clicks as recorded that reached the file", async () => {
  const { writeSync: write } = await vi.importActual<typeof import("node:fs")>("node:fs");
  const length = formatLine(visit(), { linkId: 1 }).length;
  await record(9);
  vi.mocked(writeSync)
    .mockImplementationOnce((fd, data) => write(fd, data as unknown as Buffer, 0, 2 * length + 5))
    .mockImplementationOnce(() => {
      throw new Error("no space left on device");
    });
  const recorded = await Promise.allSettled([record(1), record(2), record(3), record(4)]);
  expect(recorded.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
  expect(journal.backlog().refused).toBe(2);
  expect(listJournals(directory).map((file) => linksOf(file.path))).toEqual([[9, 1, 2]]);
});

test("a full journal rejects new clicks, keeps the others, and continues when they are stored", async () => {
  await journal.close();
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const length = formatLine(visit(), { linkId: 1 }).length;
  journal = open(2 * length + 5);
  await record(1);
  await record(2);
  await expect(record(3)).rejects.toThrow("not recorded");
  await expect(Promise.all([record(4), record(5)])).rejects.toThrow("not recorded");
  expect(journal.backlog()).toEqual({ bytes: 2 * length, refused: 3, quarantined: 0 });
  const [full] = listJournals(directory);
  expect([full?.closed, linksOf(full?.path ?? "")]).toEqual([true, [1, 2]]);

  rmSync(full?.path ?? "");
  vi.advanceTimersByTime(1_000);
  await record(6);
  expect(journal.backlog().refused).toBe(3);
});

test("a journal leaves enough disk to store it: it rejects clicks, and records again when there is room", async () => {
  await journal.close();
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const size = 100 * 2 ** 30;
  const reserve = 512 * 2 ** 20;
  const length = formatLine(visit(), { linkId: 1 }).length;
  const leave = (bytes: number) =>
    vi.mocked(statfsSync).mockReturnValue({ bsize: 1, blocks: size, bavail: bytes } as ReturnType<typeof statfsSync>);
  // The second click also needs room to store the first one.
  leave(reserve + 2 * length);
  journal = open();
  const [name] = await record(1).then(files);
  await expect(record(2)).rejects.toThrow("not recorded");
  expect(journal.disk()).toEqual({ free: reserve + length, reserve: reserve + length, full: false });
  expect(linksOf(path(name?.replace("open", "closed")))).toEqual([1]);

  leave(reserve - 1);
  vi.advanceTimersByTime(1_000);
  await expect(record(3)).rejects.toThrow("not recorded");
  expect([journal.disk()?.full, journal.backlog().refused]).toEqual([true, 2]);

  leave(reserve + 3 * length);
  vi.advanceTimersByTime(1_000);
  await record(4);
  expect(journal.disk()?.full).toBe(false);

  // A file system that reports no sizes gets no reserve.
  vi.mocked(statfsSync).mockReturnValue({ bsize: 0, blocks: 0, bavail: 0 } as ReturnType<typeof statfsSync>);
  vi.advanceTimersByTime(1_000);
  await record(5);
  expect(journal.disk()).toBeNull();
  vi.mocked(statfsSync).mockRestore();
});

test("processes that share a folder share its limit, and each reports what all have rejected", async () => {
  await journal.close();
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const length = formatLine(visit(), { linkId: 1 }).length;
  const limit = { root: directory, bytes: length };
  const [first, second] = [openJournal(path("a"), limit), openJournal(path("b"), limit)];
  const recordIn = (one: FileJournal) => new Promise((done) => one.record(visit(), { linkId: 1 }, done));
  expect(await recordIn(first)).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(await recordIn(second)).toBeInstanceOf(Error);
  vi.advanceTimersByTime(2_000);
  expect([first.backlog().refused, second.backlog().refused]).toEqual([1, 1]);
  await Promise.all([first.close(), second.close()]);
});

test("adopts a dead process's clicks, without its unfinished line", async () => {
  const whole = formatLine(visit(), { linkId: 1 });
  writeFileSync(path("1-dead.open"), `${whole}1795219200000\t2\t`);
  const next = open();
  const [file] = listJournals(directory);
  expect(file).toMatchObject({ closed: true, journal: "1-dead" });
  expect(readLines(path("1-dead.closed"), 0)).toMatchObject({ refused: [], to: whole.length });
  expect(next.backlog().bytes).toBe(file?.bytes);
  await next.close();
});

test("skips damaged lines, even a whole damaged file", () => {
  writeFileSync(path("1-a.closed"), `damage\n\0\0\0\n${"x".repeat(2 * SLICE_BYTES)}`);
  const first = readLines(path("1-a.closed"), 0);
  expect(first).toMatchObject({ clicks: [], events: [] });
  expect(first?.refused.map(({ bytes }) => bytes.toString("latin1"))).toEqual(["damage", "\0\0\0"]);
  const second = readLines(path("1-a.closed"), first?.to ?? 0);
  expect(second).toMatchObject({ clicks: [], events: [], to: (first?.to ?? 0) + SLICE_BYTES });
  expect(second?.refused).toHaveLength(1);
});

test("a file that was renamed meanwhile causes no error", () => expect(readLines(path("1-a.open"), 0)).toBeNull());
