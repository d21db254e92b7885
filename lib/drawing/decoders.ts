import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeQR } from "qr/decode.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** A picture's pixels, row by row: red, green, blue and alpha of each. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** Returns the contents of all QR codes in a picture, [] if it finds none. */
export type Decoder = (pixels: Pixels) => Promise<string[]>;

// By default, the library would fetch the module from a public server.
const wasm = readFileSync(resolve("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export async function readWithZxing(pixels: Pixels): Promise<string[]> {
  const image = { ...pixels, colorSpace: "srgb" } as ImageData;
  // Many cameras cannot read a light code on a dark background.
  const found = await readBarcodes(image, { formats: ["QRCode"], tryInvert: false });
  return found.map(({ text }) => text);
}

export async function readWithQr(pixels: Pixels): Promise<string[]> {
  try {
    return [decodeQR(pixels)];
  } catch {
    // The library throws if it finds no code.
    return [];
  }
}
