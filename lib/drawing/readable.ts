import sharp from "sharp";
import { contrastOf, LEAST_CODE_CONTRAST } from "@/lib/contract/contrast";
import { refusedField } from "@/lib/contract/errors";
import { type Decoder, readWithQr, readWithZxing } from "./decoders";
import { unknownIn } from "./lettering";
import { type Picture, plainColors, plainStyle } from "./look";
import { svgOf } from "./picture";
import { measured } from "./scene";
import { type Grey, greyOf, pixelsOf, type View } from "./view";

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
  const character = frame && unknownIn(frame.text);
  if (character) throw refusedField("frame.text", "qr_frame_characters", { character });
  if (measured(picture, small).scale < leastScale) {
    throw refusedField("data", logo ? "qr_data_too_long_for_logo" : "qr_data_too_long");
  }
  if (contrastOf(foreground, background) < LEAST_CODE_CONTRAST) throw refusedField("foreground", "qr_colors_alike");
  if (gradient && contrastOf(gradient.color, background) < LEAST_CODE_CONTRAST) {
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
  const drawn = (width: number) => sharp(svgOf(picture, width));
  const soft = await greyOf(drawn(small).blur(softness * measured(picture, small).scale));
  if (!(await isReadIn(soft, {}, zxing, payload))) return false;
  const grey = await greyOf(drawn(posed));
  for (const { view, decoders } of poses) if (!(await isReadIn(grey, view, decoders, payload))) return false;
  if (!(await isReadIn(await greyOf(drawn(small)), {}, zxing, payload))) return false;
  for (const width of larger) if (!(await isReadIn(await greyOf(drawn(width)), {}, both, payload))) return false;
  return true;
}

/** Returns whether every decoder reads this code and no other: a logo may itself be a code. */
async function isReadIn(grey: Grey, view: View, decoders: Decoder[], payload: string): Promise<boolean> {
  const pixels = pixelsOf(grey, view);
  for (const decode of decoders) {
    const found = await decode(pixels);
    if (found.length === 0 || found.some((text) => text !== payload)) return false;
  }
  return true;
}
