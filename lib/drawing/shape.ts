import { encode } from "./encode";
import { eyePath, isInEye } from "./eyes";
import type { Style } from "./look";
import { outline } from "./outline";

/** The quiet zone that the standard requires on every side, in modules. */
const quiet = 4;
/** The share of a side that the logo takes. Even in small codes, level H can correct twice that area. */
const logoShare = 0.26;

export interface Shape {
  /** modules along a side, without the quiet zone */
  modules: number;
  /** the dark modules as an SVG path in units of modules */
  path: string;
  /** the square in the center that is left for a logo, in modules */
  hole: { at: number; size: number } | null;
}

/** Encodes a QR code and returns its outlines. Level H corrects what a logo covers. */
export function shapeOf(payload: string, withLogo: boolean, { dots, eyes }: Pick<Style, "dots" | "eyes">): Shape {
  const { size, isDark: isDarkIn } = encode(payload, withLogo ? "H" : "M");
  const hole = withLogo ? holeIn(size) : null;
  const inHole = (at: number) => hole !== null && at >= hole.at && at < hole.at + hole.size;
  const inside = (at: number) => at >= 0 && at < size;
  const isDark = (x: number, y: number) => inside(x) && inside(y) && isDarkIn(x, y) && !(inHole(x) && inHole(y));
  // If everything is square, dots and eyes need no separate paths.
  if (dots === "square" && eyes === "square") return { modules: size, path: dotPath(dots, size, isDark), hole };
  const isDot = (x: number, y: number) => isDark(x, y) && !isInEye(size, x, y);
  return { modules: size, path: dotPath(dots, size, isDot) + eyePath(eyes, size), hole };
}

/** The size is odd, like the number of modules of every code, so that the hole's edges lie on edges of modules. */
function holeIn(modules: number) {
  const size = 2 * Math.floor((modules * logoShare) / 2) + 1;
  return { at: (modules - size) / 2, size };
}

/**
 * Positions a shape in a square of `pixels`. A module is a whole number of pixels and the quiet zone takes the rest, so
 * that every edge is sharp. Edges are blurred only if a module has less than one pixel.
 */
export function placeOf({ modules }: Shape, pixels: number): { scale: number; offset: number } {
  const fitting = pixels / (modules + 2 * quiet);
  const scale = Math.floor(fitting) || fitting;
  return { scale, offset: Math.floor((pixels - scale * modules) / 2) };
}

type IsDark = (x: number, y: number) => boolean;

/** Leaves a hairline between a circle and its neighbors. */
const radius = 0.46;

/** The paths of single modules, relative to their center. */
const single = {
  circle: `m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
  diamond: "m0 -0.56l0.56 0.56l-0.56 0.56l-0.56 -0.56z",
};

/** Returns the dark modules as a path. Squares and rounded ones merge with their neighbors. */
function dotPath(dots: Style["dots"], size: number, isDark: IsDark): string {
  if (dots === "square" || dots === "rounded") return outline(size, isDark, dots === "rounded" ? 0.5 : 0);
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x + 0.5} ${y + 0.5}${single[dots]}`;
  }
  return path;
}
