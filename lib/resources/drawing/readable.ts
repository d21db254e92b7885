import jsqr from "jsqr";
import sharp, { type Sharp } from "sharp";
import { contrastOf } from "@/lib/contract/contrast";
import { refusedField } from "@/lib/contract/errors";
import { unknownIn } from "./lettering";
import { type Picture, plainStyle } from "./look";
import { svgOf } from "./picture";
import { measured } from "./scene";

/** As small as on a business card, and near, where a logo that is a code itself might be read instead. */
const small = 200;
const near = 1000;

/**
 * Of a module: a camera sees no sharp edges. Our decoder takes sharp gaps between dots for light modules, and so may read
 * nothing in a sharp picture, but nothing else either.
 */
const softness = 0.3;

// Our decoder has the very pixels. A camera, in poor light, needs modules of more than one and colours that differ.
const leastScale = 2;
const leastContrast = 2;

/** Refuses a picture that our own decoder cannot read back, and says why: by leaving out what may be to blame. */
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
  const { payload, dots } = picture;
  const softened = sharp(svgOf(picture, small)).blur(softness * measured(picture, small).scale);
  if ((await readIn(softened)) !== payload) return false;
  const sharply = [await readIn(sharp(svgOf(picture, small))), await readIn(sharp(svgOf(picture, near)))];
  const hasGaps = dots === "circle" || dots === "diamond";
  return sharply.every((read) => read === payload || (hasGaps && read === null));
}

async function readIn(drawn: Sharp): Promise<string | null> {
  const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = jsqr(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: "dontInvert" });
  return found?.data ?? null;
}
