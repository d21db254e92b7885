import sharp, { type Sharp } from "sharp";
import { contrastOf } from "@/lib/contract/contrast";
import { refusedField } from "@/lib/contract/errors";
import { decoders } from "./decoders";
import { unknownIn } from "./lettering";
import { type Picture, plainStyle } from "./look";
import { svgOf } from "./picture";
import { measured } from "./scene";

/** The widths, in pixels, at which a code must be readable: on a business card, on a screen and in print. */
const [small, ...larger] = [200, 512, 1000] as const;

/** The blur of the small picture, in modules, as cameras see no sharp edges. */
const softness = 0.25;

// A decoder gets exact pixels. A camera needs modules of more than one pixel and, in poor light, enough contrast
// between the colors: as much as WCAG 2.2 (1.4.11) requires of graphics.
const leastScale = 2;
const leastContrast = 3;

/** Refuses a picture that one of the decoders cannot read. Finds the reason by leaving out possible causes. */
export async function assertReadable(picture: Picture): Promise<void> {
  const { foreground, background, logo, gradient, frame } = picture;
  const character = frame && unknownIn(frame.text);
  if (character) throw refusedField("frame.text", "qr_frame_characters", { character });
  if (measured(picture, small).scale < leastScale) {
    throw refusedField("data", logo ? "qr_data_too_long_for_logo" : "qr_data_too_long");
  }
  if (contrastOf(foreground, background) < leastContrast) throw refusedField("foreground", "qr_colors_alike");
  if (gradient && contrastOf(gradient.color, background) < leastContrast) {
    throw refusedField("gradient.color", "qr_gradient_alike");
  }
  if (await isReadable(picture)) return;
  for (const { without, path, code } of suspectsIn(picture)) {
    if (await isReadable({ ...picture, ...without })) throw refusedField(path, code);
  }
  throw refusedField("foreground", "qr_colors_alike");
}

interface Suspect {
  without: Partial<Picture>;
  path: string;
  code: "qr_logo_unreadable" | "qr_gradient_alike" | "qr_style_unreadable" | "qr_inverted";
}

function suspectsIn({ foreground, background, logo, gradient, dots, eyes, frame }: Picture): Suspect[] {
  const isPlain = dots === "square" && eyes === "square" && !frame;
  const inverted = { foreground: background, background: foreground, logo: null, ...plainStyle };
  return [
    ...(logo ? [{ without: { logo: null }, path: "logo", code: "qr_logo_unreadable" } as const] : []),
    ...(gradient ? [{ without: { gradient: null }, path: "gradient.color", code: "qr_gradient_alike" } as const] : []),
    ...(isPlain ? [] : [{ without: plainStyle, path: "dots", code: "qr_style_unreadable" } as const]),
    { without: inverted, path: "foreground", code: "qr_inverted" },
  ];
}

async function isReadable(picture: Picture): Promise<boolean> {
  const sharply = (width: number) => sharp(svgOf(picture, width));
  if (!(await isReadIn(sharply(small).blur(softness * measured(picture, small).scale), picture))) return false;
  for (const width of [small, ...larger]) if (!(await isReadIn(sharply(width), picture))) return false;
  return true;
}

/** Returns whether every decoder reads this code and no other: a logo may itself be a code. */
async function isReadIn(drawn: Sharp, { payload }: Picture): Promise<boolean> {
  const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  for (const decode of decoders) {
    const found = await decode(pixels);
    if (found.length === 0 || found.some((text) => text !== payload)) return false;
  }
  return true;
}
