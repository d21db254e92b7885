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
import { manifestOf } from "../check";
import { bytesOf, decoded, type Lock, openKey } from "../coding";
import type { Manifest } from "../manifest";
import type { Place } from "../place";
import type { OpenedPlace } from "../places";
import { keyFile, type Piece, parsePosition, piecesOf, type Reach, reachOf, segmentName } from "./pieces";

/** What is replayed behind a backup. */
export interface Recovery {
  /** more room that it takes */
  bytes: number;
  /** of the Postgres that replays it */
  settings: Record<string, string>;
  /** Puts the log where that Postgres finds it. */
  prepare(data: string, onStep: (step: string) => void): Promise<void>;
}

type Wal = NonNullable<Manifest["wal"]>;

/** Of another build than ours it may be another. */
const SEGMENT_BYTES = 16 * 2 ** 20;

/**
 * The newest backup before a moment, and the log from there to it.
 *
 * @throws Error with a sentence where there is none, or the log does not reach so far
 */
export async function chooseForMoment({ place, backup }: OpenedPlace, at: Date) {
  const all = (await place.list()).filter(
    ({ name, complete }) => complete && (backup === undefined || name === backup),
  );
  if (all.length === 0) throw new Error(`There is no backup in ${place.name}.`);
  let first = "";
  for (const { name } of all.reverse()) {
    const manifest = await manifestOf(place, name);
    first = manifest.at;
    if (Date.parse(manifest.at) > at.getTime()) continue;
    const where = `${place.name}/${name}`;
    if (manifest.kind === "rows")
      throw new Error(
        `${where} holds rows of another Postgres than the embedded one: to go back to a moment is that server's own business.`,
      );
    if (!manifest.wal)
      throw new Error(`${where} was made while no log was kept: without --at it is restored as of ${first}.`);
    return { backup: name, wal: manifest.wal, reach: await reachTo(place, where, manifest.at, manifest.wal, at) };
  }
  throw new Error(`${at.toISOString()} is before the first backup in ${place.name}, which is of ${first}.`);
}

async function reachTo(place: Place, where: string, from: string, wal: Wal, at: Date): Promise<Reach> {
  const reach = reachOf(piecesOf(await place.wal(), wal.line), parsePosition(wal.from));
  const enough = reach.pieces.findIndex(({ until }) => until > at.getTime());
  if (enough >= 0) return { ...reach, pieces: reach.pieces.slice(0, enough + 1) };
  const until = new Date(reach.until ?? Date.parse(from)).toISOString();
  if (reach.gap !== undefined)
    throw new Error(
      `The log behind ${where} has a gap: ${segmentName(wal.timeline, reach.gap, SEGMENT_BYTES)} is not whole. It can be restored from ${from} to ${until}.`,
    );
  throw new Error(
    `${at.toISOString()} is after what is kept of the log: ${where} can be restored from ${from} to ${until}.`,
  );
}

/** @throws Error with a sentence where a key does not open */
export async function openRecovery(place: Place, wal: Wal, { pieces }: Reach, at: Date, lock: Lock): Promise<Recovery> {
  const keys = new Map<string | undefined, string | undefined>([[undefined, undefined]]);
  for (const { key } of pieces)
    if (key !== undefined && !keys.has(key))
      keys.set(key, await openKey(await bytesOf(await place.read(wal.line, keyFile(key))), lock));
  return {
    bytes: pieces.reduce((sum, { from, to }) => sum + Number(to - from), 0),
    settings: {
      // At its start Postgres knows no zones by name.
      recovery_target_time: at.toISOString().replace("Z", "+00"),
      recovery_target_action: "promote",
      recovery_target_timeline: "current",
      // All of it is in pg_wal already.
      restore_command: "exit 1",
      hot_standby: "off",
    },
    async prepare(data, onStep) {
      const segments = openSegments(join(data, "pg_wal"), wal.timeline);
      for (const [index, piece] of pieces.entries()) {
        onStep(`log, ${index + 1} of ${pieces.length}`);
        segments.write(piece.from, await contentOf(place, wal.line, piece, keys.get(piece.key)));
      }
      writeFileSync(join(data, "recovery.signal"), "", { mode: 0o600 });
    },
  };
}

async function contentOf(place: Place, line: string, piece: Piece, key: string | undefined): Promise<Buffer> {
  const stored = await bytesOf(await place.read(line, piece.file));
  const is = createHash("sha256").update(stored).digest("hex");
  const content = is === piece.sha256 ? await bytesOf(await decoded(Readable.from([stored]), key)) : undefined;
  if (content?.length === Number(piece.to - piece.from)) return content;
  const segment = segmentName(piece.timeline, piece.from, SEGMENT_BYTES);
  throw new Error(`The log is damaged in ${segment}: ${place.name}/${line}/${piece.file} is not what was written.`);
}

/** The files that Postgres has its log in: each as long as any, with zeros where nothing was written yet. */
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
