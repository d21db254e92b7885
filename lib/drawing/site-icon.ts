import sharp, { type Sharp } from "sharp";
import { detectImageType, isPicture } from "./image-type";

/** Twice the size that is shown, in pixels, for high-density screens. */
const side = 64;
/** A small file can hold a huge number of pixels. */
const limits = { limitInputPixels: 4_000_000 };
const timeout = { seconds: 20 };

/** Redraws a site's icon as a small PNG; null if it cannot be drawn. */
export async function siteIcon(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const found = isIco(bytes) ? largestIn(Buffer.from(bytes)) : bytes;
    if (!found) return null;
    if ("raw" in found) return await drawn(sharp(found.raw, { raw: { ...found.size, channels: 4 } }));
    return isPicture(found) ? await drawn(sharp(found, limits)) : null;
  } catch {
    return null;
  }
}

const drawn = (image: Sharp) =>
  image
    .timeout(timeout)
    .resize(side, side, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 }, withoutEnlargement: true })
    .png()
    .toBuffer();

/** Returns whether the bytes are a Windows icon file, which holds several pictures, each a PNG or a bitmap. */
const isIco = (bytes: Uint8Array) => bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 1 && bytes[3] === 0;

/** Pixels of four bytes: red, green, blue and alpha. */
interface RawPicture {
  raw: Uint8Array;
  size: { width: number; height: number };
}

const largestSide = 256;
/** More pictures than any real icon has. */
const mostEntries = 50;

/** Returns the largest picture of an icon; null if it cannot be read. */
function largestIn(ico: Buffer): Uint8Array | RawPicture | null {
  const count = Math.min(ico.readUInt16LE(4), mostEntries);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * 16;
    const length = ico.readUInt32LE(at + 8);
    const start = ico.readUInt32LE(at + 12);
    // 0 stands for 256.
    return { side: ico.readUInt8(at) || largestSide, bits: ico.readUInt16LE(at + 6), start, end: start + length };
  });
  const [best] = entries.sort((one, other) => other.side - one.side || other.bits - one.bits);
  if (!best || best.end > ico.length) return null;
  const picture = ico.subarray(best.start, best.end);
  return detectImageType(picture) === "png" ? picture : fromBitmap(picture);
}

/** Decodes an icon's bitmap: a header, the palette, the rows from bottom to top, and a transparency mask. */
function fromBitmap(bitmap: Buffer): RawPicture | null {
  const headLength = bitmap.readUInt32LE(0);
  const width = bitmap.readInt32LE(4);
  // The stored height includes that of the mask below.
  const height = bitmap.readInt32LE(8) / 2;
  const bits = bitmap.readUInt16LE(14);
  const compressed = bitmap.readUInt32LE(16) !== 0;
  const fits = (side: number) => Number.isInteger(side) && side > 0 && side <= largestSide;
  if (headLength < 40 || compressed || !fits(width) || !fits(height) || ![1, 4, 8, 24, 32].includes(bits)) return null;
  const palette = headLength;
  const colours = bits > 8 ? 0 : bitmap.readUInt32LE(32) || 2 ** bits;
  const pixels = palette + colours * 4;
  const stride = rowLength(width * bits);
  const mask = pixels + stride * height;

  const raw = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = pixels + (height - 1 - y) * stride;
    const maskRow = mask + (height - 1 - y) * rowLength(width);
    for (let x = 0; x < width; x++) {
      const at = bits > 8 ? row + (x * bits) / 8 : palette + 4 * valueAt(bitmap, row, x, bits);
      const opaque = bits === 32 ? bitmap.readUInt8(at + 3) : valueAt(bitmap, maskRow, x, 1) === 0 ? 255 : 0;
      raw.set([bitmap.readUInt8(at + 2), bitmap.readUInt8(at + 1), bitmap.readUInt8(at), opaque], (y * width + x) * 4);
    }
  }
  return { raw, size: { width, height } };
}

/** Rows are padded to a multiple of four bytes. */
const rowLength = (bits: number) => Math.ceil(bits / 32) * 4;

/** Reads one value of `bits` bits from a row. */
function valueAt(bitmap: Buffer, row: number, x: number, bits: number): number {
  const byte = bitmap.readUInt8(row + Math.floor((x * bits) / 8));
  return (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1);
}
