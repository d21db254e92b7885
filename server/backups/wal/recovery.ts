import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { inOrder } from "@/lib/platform/process/in-order";
import { loadManifest } from "@/server/backups/storage/check";
import { collectBytes, decoded, decryptKey, type Encryption } from "@/server/backups/storage/coding";
import type { Manifest } from "@/server/backups/storage/manifest";
import type { Place } from "@/server/backups/storage/place";
import type { OpenedPlace } from "@/server/backups/storage/places";
import {
  continuousPieces,
  groupPieces,
  keyFile,
  type Piece,
  parsePosition,
  segmentName,
} from "@/server/backups/storage/wal-pieces";

/** The log that is replayed after a backup is restored. */
export interface Recovery {
  /** disk space that the log needs */
  bytes: number;
  /** settings for the Postgres that replays it */
  settings: Record<string, string>;
  /** Writes the log to where that Postgres looks for it. */
  prepare(data: string, onStep: (step: string) => void): Promise<void>;
}

type Wal = NonNullable<Manifest["wal"]>;

/** The default size. Another build of Postgres may have another. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/** Stands for the last moment in the archive. */
export const LATEST = "latest";

/** The moment to restore: the newest backup before it, and the log that follows that backup. */
export interface Target {
  backup: string;
  at: Date;
  wal: Wal;
  pieces: Piece[];
}

/** @throws Error with a sentence if no backup is older than the moment, or if the log does not reach it */
export async function chooseForMoment(from: OpenedPlace, at: Date | typeof LATEST): Promise<Target> {
  const { place } = from;
  const all = (await place.list()).filter(({ name, complete }) => complete && (from.backup ?? name) === name);
  if (all.length === 0)
    throw new Error(`There is no backup in ${place.name}. If you renamed a backup, give its own path.`);
  let first = "";
  let refusal: unknown;
  for (const { name } of all.reverse()) {
    const manifest = await loadManifest(place, name);
    first = manifest.at;
    if (at !== LATEST && Date.parse(first) > at.getTime()) continue;
    try {
      return { backup: name, ...(await logReaching(place, name, manifest, at)) };
    } catch (error) {
      refusal ??= error;
      // The log of an older backup may continue past a newer one without log, such as a backup of rows.
      if (at === LATEST) break;
    }
  }
  throw (
    refusal ??
    new Error(`${(at as Date).toISOString()} is before the first backup in ${place.name}, which is of ${first}.`)
  );
}

async function logReaching(place: Place, name: string, { kind, wal, at: from }: Manifest, at: Date | typeof LATEST) {
  const where = `${place.name}/${name}`;
  if (kind === "rows")
    throw new Error(
      `${where} contains rows of an external Postgres. Use that server's own tools to restore a point in time.`,
    );
  if (!wal)
    throw new Error(
      `${where} was made while no log was archived. Restore it without --at to get its state at ${from}.`,
    );
  const { pieces, until, gap } = continuousPieces(groupPieces(await place.wal(), wal.line), parsePosition(wal.from));
  const last = new Date(until ?? from);
  const wanted = at === LATEST ? last : at;
  const enough = pieces.findIndex((piece) => piece.until >= wanted.getTime());
  const bounds = `It can be restored from ${from} to ${last.toISOString()}.`;
  if (gap !== undefined && (enough < 0 || at === LATEST))
    throw new Error(
      `The log after ${where} has a gap: ${segmentName(wal.timeline, gap, SEGMENT_BYTES)} is not complete. ${bounds}`,
    );
  if (enough < 0) throw new Error(`The archived log after ${where} does not reach ${wanted.toISOString()}. ${bounds}`);
  return { at: wanted, wal, pieces: pieces.slice(0, enough + 1) };
}

/** A day has thousands of pieces, and a store may take seconds for each. All of these are in memory. */
const PIECES_AT_ONCE = 4;

/** @throws Error with a sentence if a key cannot be decrypted */
export async function openRecovery(
  place: Place,
  { at, wal, pieces }: Target,
  encryption: Encryption,
): Promise<Recovery> {
  const keys = new Map<string | undefined, string | undefined>([[undefined, undefined]]);
  for (const { key } of pieces)
    if (key !== undefined && !keys.has(key))
      keys.set(key, await decryptKey(await collectBytes(await place.read(wal.line, keyFile(key))), encryption));
  return {
    bytes: pieces.reduce((sum, { from, to }) => sum + Number(to - from), 0),
    settings: {
      // Postgres does not know time zones by name at its start.
      recovery_target_time: at.toISOString().replace("Z", "+00"),
      recovery_target_action: "promote",
      recovery_target_timeline: "current",
      // All of the log is in pg_wal already.
      restore_command: "exit 1",
      hot_standby: "off",
    },
    async prepare(data, onStep) {
      const segments = openSegments(join(data, "pg_wal"), wal.timeline);
      const read = async (piece: Piece) => ({
        from: piece.from,
        content: await contentOf(place, wal.line, piece, keys.get(piece.key)),
      });
      let written = 0;
      for await (const { from, content } of inOrder(pieces, PIECES_AT_ONCE, read)) {
        segments.write(from, content);
        onStep(`log, ${++written} of ${pieces.length}`);
      }
      writeFileSync(join(data, "recovery.signal"), "", { mode: 0o600 });
    },
  };
}

async function contentOf(place: Place, line: string, piece: Piece, key: string | undefined): Promise<Buffer> {
  const stored = await collectBytes(await place.read(line, piece.file));
  const is = createHash("sha256").update(stored).digest("hex");
  const content = is === piece.sha256 ? await collectBytes(await decoded(Readable.from([stored]), key)) : undefined;
  if (content?.length === Number(piece.to - piece.from)) return content;
  const segment = segmentName(piece.timeline, piece.from, SEGMENT_BYTES);
  throw new Error(`The log is damaged in ${segment}: ${place.name}/${line}/${piece.file} is not what was written.`);
}

/** Opens the files of Postgres's log. Each has the full size, with zeros where nothing was written yet. */
function openSegments(folder: string, timeline: number) {
  const [one] = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const size = one === undefined ? SEGMENT_BYTES : statSync(join(folder, one)).size;
  return {
    write(from: bigint, content: Buffer): void {
      for (let written = 0; written < content.length; ) {
        const at = from + BigInt(written);
        const offset = Number(at % BigInt(size));
        const part = content.subarray(written, written + size - offset);
        const path = join(folder, segmentName(timeline, at, size));
        if (!existsSync(path)) writeFileSync(path, "", { mode: 0o600 });
        if (statSync(path).size < size) truncateSync(path, size);
        const file = openSync(path, "r+");
        writeSync(file, part, 0, part.length, offset);
        closeSync(file);
        written += part.length;
      }
    },
  };
}
