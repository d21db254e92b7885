import { correction, generate, mode } from "lean-qr";
import { dotPath } from "./dots";
import { eyePath, isInEye } from "./eyes";
import type { Style } from "./look";

/** The modules that the standard wants free on every side. */
const quiet = 4;
/** How much of a side the logo takes. Even in small codes level H mends twice that area. */
const logoShare = 0.26;

export interface Shape {
  /** modules along a side, without the quiet zone */
  modules: number;
  /** the dark modules as an SVG path in units of modules */
  path: string;
  /** the square in the middle that is left to a logo, in modules */
  hole: { at: number; size: number } | null;
}

/** Other text is one UTF-8 segment that says so (ECI 26): without that, readers take "Café" for Japanese or Chinese. */
const isAscii = /^\p{ASCII}*$/u;

/** A QR code as lines: correction level M at least, or H around a logo. */
export function shapeOf(payload: string, withLogo: boolean, { dots, eyes }: Pick<Style, "dots" | "eyes">): Shape {
  const code = generate(payload, {
    minCorrectionLevel: withLogo ? correction.H : correction.M,
    modes: isAscii.test(payload) ? [mode.numeric, mode.alphaNumeric, mode.ascii] : [mode.utf8],
  });
  const { size } = code;
  const hole = withLogo ? holeIn(size) : null;
  const inHole = (at: number) => hole !== null && at >= hole.at && at < hole.at + hole.size;
  const inside = (at: number) => at >= 0 && at < size;
  const isDark = (x: number, y: number) => inside(x) && inside(y) && code.get(x, y) && !(inHole(x) && inHole(y));
  // Squares everywhere need no lines between one kind and the other.
  if (dots === "square" && eyes === "square") return { modules: size, path: dotPath(dots, size, isDark), hole };
  const isDot = (x: number, y: number) => isDark(x, y) && !isInEye(size, x, y);
  return { modules: size, path: dotPath(dots, size, isDot) + eyePath(eyes, size), hole };
}

/** An odd number of modules, as every code has: so the hole has modules' edges for its own. */
function holeIn(modules: number) {
  const size = 2 * Math.floor((modules * logoShare) / 2) + 1;
  return { at: (modules - size) / 2, size };
}

/**
 * Where a shape goes in a square of so many pixels. A module is a whole number of pixels and the quiet zone takes what
 * remains, so that every edge is sharp; only where not even one pixel is left for each do they blur.
 */
export function placeOf({ modules }: Shape, pixels: number): { scale: number; offset: number } {
  const fitting = pixels / (modules + 2 * quiet);
  const scale = Math.floor(fitting) || fitting;
  return { scale, offset: Math.floor((pixels - scale * modules) / 2) };
}
