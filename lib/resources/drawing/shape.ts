import { create } from "qrcode";

/** The modules that the standard wants free on every side. */
const quiet = 4;
/** How much of a side the logo takes. Even in small codes level H mends twice that area. */
const logoShare = 0.26;

export interface Shape {
  /** modules along a side, without the quiet zone */
  modules: number;
  /** outlines of the dark modules as an SVG path in units of modules */
  path: string;
  /** the square in the middle that is left to a logo, in modules */
  hole: { at: number; size: number } | null;
}

/** A QR code as lines: correction level M, or H around a logo. */
export function shapeOf(payload: string, withLogo: boolean): Shape {
  const { modules } = create(payload, { errorCorrectionLevel: withLogo ? "H" : "M" });
  const hole = withLogo ? holeIn(modules.size) : null;
  const inHole = (at: number) => hole !== null && at >= hole.at && at < hole.at + hole.size;
  const inside = (at: number) => at >= 0 && at < modules.size;
  const isDark = (x: number, y: number) =>
    inside(x) && inside(y) && modules.get(y, x) === 1 && !(inHole(x) && inHole(y));
  return { modules: modules.size, path: outline(modules.size, isDark), hole };
}

/** An odd number of modules, as every code has: so the hole has modules' edges for its own. */
function holeIn(modules: number) {
  const size = 2 * Math.floor((modules * logoShare) / 2) + 1;
  return { at: (modules - size) / 2, size };
}

/**
 * Walks around the dark modules, which are at the walker's right. Squares side by side would show hairlines between
 * them wherever edges are smoothed.
 */
function outline(size: number, isDark: (x: number, y: number) => boolean): string {
  const key = (x: number, y: number) => y * (size + 1) + x;
  const steps = new Map<number, [dx: number, dy: number][]>();
  const add = (x: number, y: number, dx: number, dy: number) => {
    const known = steps.get(key(x, y));
    if (known) known.push([dx, dy]);
    else steps.set(key(x, y), [[dx, dy]]);
  };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      if (!isDark(x, y - 1)) add(x, y, 1, 0);
      if (!isDark(x + 1, y)) add(x + 1, y, 0, 1);
      if (!isDark(x, y + 1)) add(x + 1, y + 1, -1, 0);
      if (!isDark(x - 1, y)) add(x, y + 1, 0, -1);
    }
  }
  let path = "";
  for (const [start, choices] of steps) {
    while (choices.length > 0) path += loop(start % (size + 1), Math.floor(start / (size + 1)));
  }
  return path;

  function loop(startX: number, startY: number): string {
    let drawn = `M${startX} ${startY}`;
    let [x, y] = [startX, startY];
    let [runX, runY] = [0, 0];
    const turn = () => {
      if (runX !== 0) drawn += `h${runX}`;
      if (runY !== 0) drawn += `v${runY}`;
      [runX, runY] = [0, 0];
    };
    for (let step = steps.get(key(x, y))?.pop(); step; step = steps.get(key(x, y))?.pop()) {
      const [dx, dy] = step;
      if (dx * runY !== 0 || dy * runX !== 0) turn();
      [runX, runY] = [runX + dx, runY + dy];
      [x, y] = [x + dx, y + dy];
    }
    turn();
    return `${drawn}z`;
  }
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
