/**
 * A piece of the embedded Postgres's write-ahead log, as it is stored with the backups. Pieces form lines: each piece
 * follows the one before. When something interrupts a line, such as a place that cannot be written to for
 * too long, a new line begins.
 */
export interface Piece {
  file: string;
  timeline: number;
  /** position in the log at which the piece begins; `to` is where the next one begins */
  from: bigint;
  to: bigint;
  /** this piece and those before it contain all commits up to this time, in Unix milliseconds */
  until: number;
  /** hash of the stored bytes */
  sha256: string;
  /** the key of the line that decrypts it; undefined if it is not encrypted */
  key: string | undefined;
}

const LINE = /^wal-\d{8}T\d{6}Z-[0-9a-f]{8}$/;
const PIECE = /^([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})-(\d{13})-([0-9a-f]{64})\.gz(?:\.([0-9a-f]{8}))?$/;

/** The file that marks a folder as a line. Each line also has a key for each start of the service. */
export const LINE_FILE = "line.json";
export const keyFile = (key: string) => `key-${key}.age`;

export const isLineName = (name: string) => LINE.test(name);

export const lineName = (at: Date, random: string) =>
  `wal-${at
    .toISOString()
    .replace(/[-:]/g, "")
    .replace(/\.\d+Z$/, "Z")}-${random}`;

export function pieceName({ timeline, from, to, until, sha256, key }: Omit<Piece, "file">): string {
  const said = [hex(timeline, 8), hex(from, 16), hex(to, 16), `${until}`.padStart(13, "0"), sha256];
  return `${said.join("-")}.gz${key === undefined ? "" : `.${key}`}`;
}

/** Returns the pieces of a line in order. */
export function groupPieces(files: { line: string; file: string }[], line: string): Piece[] {
  return files
    .flatMap((one) => (one.line === line ? (parsePiece(one.file) ?? []) : []))
    .sort((a, b) => Number(a.from - b.from) || Number(a.to - b.to));
}

function parsePiece(file: string): Piece | undefined {
  const [, timeline, from, to, until, sha256, key] = PIECE.exec(file) ?? [];
  if (!timeline || !sha256) return undefined;
  const positions = { from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) };
  return { file, timeline: Number.parseInt(timeline, 16), ...positions, until: Number(until), sha256, key };
}

export interface ContinuousPieces {
  pieces: Piece[];
  /** the time up to which nothing is missing */
  until: number | undefined;
  /** the position of the first gap, if there are pieces after one */
  gap: bigint | undefined;
}

/** Returns the pieces that follow each other from a position on. */
export function continuousPieces(pieces: Piece[], from: bigint): ContinuousPieces {
  const result: ContinuousPieces = { pieces: [], until: undefined, gap: undefined };
  let at = from;
  for (const piece of pieces) {
    if (piece.to <= at) continue;
    if (piece.from > at) return { ...result, gap: at };
    result.pieces.push(piece);
    result.until = Math.max(result.until ?? 0, piece.until) || undefined;
    at = piece.to;
  }
  return result;
}

const hex = (value: number | bigint, digits: number) => value.toString(16).toUpperCase().padStart(digits, "0");

/** Parses a position in the format of Postgres: `0/16B3748`. */
export function parsePosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const positionOf = (at: bigint) =>
  `${(at >> 32n).toString(16).toUpperCase()}/${(at & 0xffffffffn).toString(16).toUpperCase()}`;

/** Returns the name of the Postgres file that contains a position. */
export function segmentName(timeline: number, at: bigint, segmentBytes: number): string {
  const segment = at / BigInt(segmentBytes);
  const perHigh = 0x100000000n / BigInt(segmentBytes);
  return hex(timeline, 8) + hex(segment / perHigh, 8) + hex(segment % perHigh, 8);
}
