import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeOldWal } from "@/server/backups/backup";
import { folderPlace } from "@/server/backups/storage/folder-place";
import {
  continuousPieces,
  groupPieces,
  parsePosition,
  pieceName,
  positionOf,
  segmentName,
} from "@/server/backups/storage/wal-pieces";
import { chooseForMoment } from "@/server/backups/wal/recovery";

const LINE = "wal-20261124T100000Z-0123abcd";
const OTHER = "wal-20261124T110000Z-0123abcd";
const sha256 = "ab".repeat(32);
const minute = (of: number) => Date.parse("2026-11-24T10:00:00Z") + of * 60_000;
const iso = (of: number) => new Date(minute(of)).toISOString();
const piece = (from: number, to: number, until: number, key?: string) =>
  pieceName({ timeline: 1, from: BigInt(from), to: BigInt(to), until: minute(until), sha256, key });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-wal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function keep(name: string, ...files: string[]): void {
  mkdirSync(join(folder, name), { recursive: true });
  for (const file of files) writeFileSync(join(folder, name, file), "");
}

/** A backup of a minute, after which the log continues from a position. */
function backup(of: number, wal?: { line: string; from: string }, kind = "cluster"): string {
  const name = `signpost-20261124T10${`${of}`.padStart(2, "0")}00Z`;
  const empty = { migrations: [], tables: [], partitions: [], sequences: [], files: [] };
  const said = { format: 1, kind, version: "1", postgres: 18, at: iso(of), unpackedBytes: 0, ...empty };
  const flags = { encrypted: false, secretElsewhere: false, clicksElsewhere: false };
  keep(name);
  const manifest = { ...said, ...flags, wal: wal && { timeline: 1, ...wal } };
  writeFileSync(join(folder, name, "manifest.json"), JSON.stringify(manifest));
  return name;
}

const from = () => ({ place: folderPlace(folder), backup: undefined });
const chosen = (of: number) => chooseForMoment(from(), new Date(minute(of)));

test("a piece describes itself by its name, and other files are ignored", () => {
  const file = piece(0x2000028, 0x3000000, 5, "89abcdef");
  expect(file).toBe(`00000001-0000000002000028-0000000003000000-${minute(5)}-${sha256}.gz.89abcdef`);
  const files = [file, "line.json", `${file}.new`, file.slice(1)].map((file) => ({ line: LINE, file }));
  expect(groupPieces([...files, { line: OTHER, file }], LINE)).toEqual([
    { file, timeline: 1, from: 0x2000028n, to: 0x3000000n, until: minute(5), sha256, key: "89abcdef" },
  ]);
});

test("names positions and segments like Postgres", () => {
  expect(positionOf(parsePosition("16/B374D848"))).toBe("16/B374D848");
  expect(segmentName(2, parsePosition("16/B374D848"), 2 ** 24)).toBe("0000000200000016000000B3");
  expect(segmentName(1, parsePosition("1/0"), 2 ** 20)).toBe("000000010000000100000000");
});

test("finds how far consecutive pieces reach, including nested ones", () => {
  const line = (...names: string[]) =>
    groupPieces(
      names.map((file) => ({ line: LINE, file })),
      LINE,
    );
  const whole = continuousPieces(line(piece(0, 10, 1), piece(10, 20, 2), piece(10, 15, 3), piece(20, 30, 4)), 12n);
  expect(whole).toMatchObject({ gap: undefined, until: minute(4) });
  expect(whole.pieces.map(({ to }) => to)).toEqual([15n, 20n, 30n]);
  expect(continuousPieces(line(piece(0, 10, 1), piece(11, 20, 2)), 5n)).toMatchObject({ gap: 10n, until: minute(1) });
  expect(continuousPieces(line(piece(10, 20, 1)), 5n)).toMatchObject({ gap: 5n, until: undefined });
  expect(continuousPieces([], 5n)).toEqual({ pieces: [], gap: undefined, until: undefined });
});

test("restores a moment from the newest backup with a log up to it", async () => {
  const first = backup(1, { line: LINE, from: "0/A" });
  const second = backup(5, { line: LINE, from: "0/14" });
  backup(8, undefined, "rows");
  keep(LINE, piece(5, 10, 1), piece(10, 20, 5), piece(20, 30, 7), piece(30, 40, 9));
  expect(await chosen(2)).toMatchObject({ backup: first, pieces: [{ to: 20n }] });
  expect(await chosen(6)).toMatchObject({ backup: second, pieces: [{ to: 30n }] });
  // Skips the backup of rows.
  expect(await chosen(9)).toMatchObject({ backup: second, pieces: [{ to: 30n }, { to: 40n }] });
  await expect(chosen(0)).rejects.toThrow(`is before the first backup in ${folder}, which is of ${iso(1)}.`);
  await expect(chosen(10)).rejects.toThrow("contains rows of an external Postgres");
  await expect(chooseForMoment(from(), "latest")).rejects.toThrow("contains rows of an external Postgres");
});

test("the last moment is that of the last piece, and a gap is reported with what can be restored", async () => {
  const only = backup(1, { line: LINE, from: "0/A" });
  keep(LINE, piece(5, 10, 1), piece(10, 20, 5));
  expect(await chooseForMoment(from(), "latest")).toMatchObject({ backup: only, at: new Date(minute(5)) });
  await expect(chosen(6)).rejects.toThrow(`does not reach ${iso(6)}. It can be restored from ${iso(1)} to ${iso(5)}.`);
  keep(LINE, piece(0x2000000, 0x3000000, 9));
  const gap = `has a gap: 000000010000000000000000 is not complete. It can be restored from ${iso(1)} to ${iso(5)}.`;
  await expect(chosen(6)).rejects.toThrow(gap);
  await expect(chooseForMoment(from(), "latest")).rejects.toThrow(gap);
  expect(await chosen(4)).toMatchObject({ backup: only });
});

test("log is removed with the backups that needed it, and the current line stays", async () => {
  backup(5, { line: LINE, from: "0/14" });
  backup(6, { line: LINE, from: "0/1E" });
  keep(LINE, piece(5, 10, 1), piece(10, 20, 5), piece(20, 30, 7), "line.json");
  keep(OTHER, piece(0, 10, 8));
  const gone = OTHER.replace("11", "09");
  keep(gone, piece(0, 10, 1));
  const { place } = from();
  await removeOldWal(place, () => OTHER);
  const left = (await place.wal()).map(({ line, file }) => `${line} ${file}`).sort();
  expect(left).toEqual([`${LINE} ${piece(20, 30, 7)}`, `${LINE} line.json`, `${OTHER} ${piece(0, 10, 8)}`].sort());
});
