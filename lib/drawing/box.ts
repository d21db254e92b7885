import type { Style } from "./look";

/** A filled path, with its position and scale. */
export interface Area {
  path: string;
  fill: string | Shade;
  at: { x: number; y: number; scale: number };
}

/** A gradient over a square of `side` units of the path. */
export interface Shade {
  type: NonNullable<Style["gradient"]>["type"];
  from: string;
  to: string;
  side: number;
}

/** The radii of the corners: upper left, upper right, lower right, lower left. */
export type Radii = [number, number, number, number];

/** Returns a rectangle with rounded corners as a path, drawn clockwise, or counterclockwise if `reversed`. */
export function box(x: number, y: number, width: number, height: number, radii: Radii, reversed = false): string {
  const [a, b, c, d] = radii;
  const corner = (radius: number, dx: number, dy: number) =>
    radius === 0 ? "" : `a${radius} ${radius} 0 0 ${reversed ? 0 : 1} ${dx * radius} ${dy * radius}`;
  const start = `M${x + a} ${y}`;
  if (reversed) {
    return (
      `${start}${corner(a, -1, 1)}v${height - a - d}${corner(d, 1, 1)}h${width - d - c}` +
      `${corner(c, 1, -1)}v${c + b - height}${corner(b, -1, -1)}z`
    );
  }
  return (
    `${start}h${width - a - b}${corner(b, 1, 1)}v${height - b - c}${corner(c, -1, 1)}h${c + d - width}` +
    `${corner(d, -1, -1)}v${d + a - height}${corner(a, 1, -1)}z`
  );
}
