import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeQR } from "qr/decode.js";
import sharp, { type Sharp } from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { LEAST_CODE_CONTRAST, measureContrast } from "@/lib/contract/colors";
import { refusedField } from "@/lib/contract/errors";
import { type Picture, plainColors, plainStyle } from "./look";
import { drawSvg } from "./picture";
import { findUnknownLetter, measured } from "./scene";

/** A picture's pixels, row by row: red, green, blue and alpha of each. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** Returns the contents of all QR codes in a picture, [] if it finds none. */
type Decoder = (pixels: Pixels) => Promise<string[]>;

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

// The widths, in pixels, at which a code must be readable: on a business card, on a screen and in print.
const small = 200;
const larger = [512, 1000];

/** The blur of the small picture, in modules, as cameras see no sharp edges. */
const softness = 0.25;

/** The width of a picture that is turned, tilted or in poor light, before it is. */
const posed = 300;

/** A decoder gets exact pixels. A camera needs modules of more than one pixel. */
const leastScale = 2;

const both: Decoder[] = [readWithZxing, readWithQr];
const zxing: Decoder[] = [readWithZxing];

/**
 * How cameras see a code. Where ZXing decides alone, `qr` misses codes that ZBar reads, too: small ones, and larger ones
 * that are turned far or tilted.
 */
const poses: { view: View; decoders: Decoder[] }[] = [
  { view: {}, decoders: both },
  { view: { dim: true }, decoders: both },
  { view: { turn: 9 }, decoders: both },
  { view: { turn: 30 }, decoders: both },
  { view: { turn: 45 }, decoders: zxing },
  { view: { tilt: 30 }, decoders: zxing },
  { view: { tilt: 30, turn: 30 }, decoders: zxing },
];

/** Refuses a picture that scanners are likely to miss. Finds the reason by leaving out possible causes. */
export async function assertReadable(picture: Picture): Promise<void> {
  const { foreground, background, logo, gradient, frame } = picture;
  const character = frame && findUnknownLetter(frame.text);
  if (character) throw refusedField("frame.text", "qr_frame_characters", { character });
  if (measured(picture, small).scale < leastScale) {
    throw refusedField("data", logo ? "qr_data_too_long_for_logo" : "qr_data_too_long");
  }
  if (measureContrast(foreground, background) < LEAST_CODE_CONTRAST)
    throw refusedField("foreground", "qr_colors_alike");
  if (gradient && measureContrast(gradient.color, background) < LEAST_CODE_CONTRAST) {
    throw refusedField("gradient.color", "qr_gradient_alike");
  }
  if (await isReadable(picture)) return;
  for (const { without, path, code } of suspectsIn(picture)) {
    if (await isReadable({ ...picture, ...without })) throw refusedField(path, code);
  }
  throw refusedField("data", "qr_data_too_long");
}

interface Suspect {
  without: Partial<Picture>;
  path: string;
  code: "qr_logo_unreadable" | "qr_gradient_alike" | "qr_style_unreadable" | "qr_inverted" | "qr_colors_alike";
}

function suspectsIn({ foreground, background, logo, gradient, dots, eyes, frame }: Picture): Suspect[] {
  const isPlain = dots === "square" && eyes === "square" && !frame;
  const inverted = { foreground: background, background: foreground, logo: null, ...plainStyle };
  return [
    ...(logo ? [{ without: { logo: null }, path: "logo", code: "qr_logo_unreadable" } as const] : []),
    ...(gradient ? [{ without: { gradient: null }, path: "gradient.color", code: "qr_gradient_alike" } as const] : []),
    ...(isPlain ? [] : [{ without: { ...plainStyle, gradient }, path: "dots", code: "qr_style_unreadable" } as const]),
    { without: inverted, path: "foreground", code: "qr_inverted" },
    { without: { ...plainColors, gradient: null }, path: "foreground", code: "qr_colors_alike" },
    // Several of these together.
    { without: { ...plainColors, ...plainStyle, logo: null }, path: "dots", code: "qr_style_unreadable" },
  ];
}

async function isReadable(picture: Picture): Promise<boolean> {
  const { payload } = picture;
  const drawn = (width: number) => sharp(drawSvg(picture, width));
  const soft = await toGrey(drawn(small).blur(softness * measured(picture, small).scale));
  if (!(await isReadIn(soft, {}, zxing, payload))) return false;
  const grey = await toGrey(drawn(posed));
  for (const { view, decoders } of poses) if (!(await isReadIn(grey, view, decoders, payload))) return false;
  if (!(await isReadIn(await toGrey(drawn(small)), {}, zxing, payload))) return false;
  for (const width of larger) if (!(await isReadIn(await toGrey(drawn(width)), {}, both, payload))) return false;
  return true;
}

/** Returns whether every decoder reads this code and no other: a logo may itself be a code. */
async function isReadIn(grey: Grey, view: View, decoders: Decoder[], payload: string): Promise<boolean> {
  const pixels = renderPixels(grey, view);
  for (const decode of decoders) {
    const found = await decode(pixels);
    if (found.length === 0 || found.some((text) => text !== payload)) return false;
  }
  return true;
}

/** How a camera sees a picture. */
interface View {
  /** how far the picture is turned, in degrees */
  turn?: number;
  /** how far its upper edge leans away from the camera, in degrees */
  tilt?: number;
  /** in poor light: darker, and with the noise of a small sensor */
  dim?: boolean;
}

/** The brightness of each pixel, row by row. */
interface Grey {
  values: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Distance of the camera in widths of the picture. */
const distance = 2;
/** The share of daylight in poor light, and the standard deviation of the noise, of 255. */
const poorLight = { share: 0.3, noise: 6 };

/** Returns the brightness of a picture without transparent parts, which is all that scanners use of its colors. */
export async function toGrey(drawn: Sharp): Promise<Grey> {
  const { data, info } = await drawn.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const values = new Uint8ClampedArray(info.width * info.height);
  // Cameras deliver the luma of ITU-R BT.601.
  for (let at = 0, from = 0; at < values.length; at++, from += 3) {
    values[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  }
  return { values, width: info.width, height: info.height };
}

/** Returns what a decoder gets for a view of a picture. */
export function renderPixels(grey: Grey, { turn = 0, tilt = 0, dim = false }: View): Pixels {
  const { values, width, height } = dimmed(turn === 0 && tilt === 0 ? grey : projected(grey, turn, tilt), dim);
  const data = new Uint8ClampedArray(4 * values.length);
  for (let at = 0, to = 0; at < values.length; at++, to += 4) {
    const value = values[at] ?? 0;
    data[to] = data[to + 1] = data[to + 2] = value;
    data[to + 3] = 255;
  }
  return { data, width, height };
}

/** Projects a picture onto a camera behind a pinhole. Its upper left pixel continues around it. */
function projected({ values, width, height }: Grey, turn: number, tilt: number): Grey {
  const side = Math.ceil(Math.hypot(width, height));
  const focus = distance * Math.max(width, height);
  const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  const [lean, rise] = [Math.sin(radians(tilt)), Math.cos(radians(tilt))];
  const around = values[0] ?? 255;
  const result = new Uint8ClampedArray(side * side).fill(around);
  for (let row = 0; row < side; row++) {
    const v = row + 0.5 - side / 2;
    // The line of the tilted plane that this row shows, and how much smaller it appears.
    const onPlane = (v * focus) / (focus * rise + v * lean);
    const scale = (focus - onPlane * lean) / focus;
    for (let column = 0; column < side; column++) {
      const u = (column + 0.5 - side / 2) * scale;
      const x = u * cos + onPlane * sin + width / 2 - 0.5;
      const y = onPlane * cos - u * sin + height / 2 - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const at = top * width + left;
      const [dx, dy] = [x - left, y - top];
      const upper = (values[at] ?? 0) * (1 - dx) + (values[at + 1] ?? 0) * dx;
      const lower = (values[at + width] ?? 0) * (1 - dx) + (values[at + width + 1] ?? 0) * dx;
      result[row * side + column] = upper * (1 - dy) + lower * dy;
    }
  }
  return { values: result, width: side, height: side };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function dimmed({ values, ...size }: Grey, dim: boolean): Grey {
  if (!dim) return { values, ...size };
  const shade = Array.from({ length: 256 }, (_, value) => displayed(poorLight.share * linear(value)));
  const random = noise();
  return { values: values.map((value) => (shade[value] ?? 0) + poorLight.noise * random()), ...size };
}

const linear = (value: number) => (value / 255) ** 2.2;
const displayed = (light: number) => 255 * light ** (1 / 2.2);

/** Returns a function that gives the same random numbers each time, with a standard deviation of 1. */
function noise(): () => number {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // The sum of uniform numbers is almost normal.
  return () => (next() + next() + next() + next() - 2) * Math.sqrt(3);
}
