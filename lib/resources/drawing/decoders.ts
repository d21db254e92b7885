import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeQR } from "qr/decode.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** A picture's pixels: red, green, blue and opacity of each, row by row. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** Returns what the QR codes in a picture say, [] where it finds none. */
type Decoder = (pixels: Pixels) => Promise<string[]>;

/** Two decoders that share no code: a camera that works like either of them reads what both read. */
export const decoders: Decoder[] = [readWithZxing, readWithQr];

// Left to itself the module would be fetched from a public server.
const wasm = readFileSync(resolve("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

async function readWithZxing(pixels: Pixels): Promise<string[]> {
  const image = { ...pixels, colorSpace: "srgb" } as ImageData;
  // Many cameras read no light code on a dark background.
  const found = await readBarcodes(image, { formats: ["QRCode"], tryInvert: false });
  return found.map(({ text }) => text);
}

async function readWithQr(pixels: Pixels): Promise<string[]> {
  try {
    return [decodeQR(pixels)];
  } catch {
    // It throws where it finds no code.
    return [];
  }
}
