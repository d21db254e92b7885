import { box, type Radii } from "./box";
import type { Style } from "./look";

/** Modules along a side of an eye. */
const side = 7;

/**
 * The corner radii of each shape: of the ring, of the hole in it, and of its center. Rounder rings are read upright, but
 * not turned: scanners look for the widths 1:1:3:1:1, which a line through the corners crosses in a turned code.
 */
const corners: Record<Style["eyes"], [ring: Radii, hole: Radii, middle: Radii]> = {
  square: [all(0), all(0), all(0)],
  rounded: [all(1.25), all(0.6), all(0.6)],
  circle: [all(1.5), all(0.8), all(1.5)],
  leaf: [leaf(1.5), leaf(0.8), leaf(0.7)],
};

function all(radius: number): Radii {
  return [radius, radius, radius, radius];
}

function leaf(radius: number): Radii {
  return [radius, 0, radius, 0];
}

const placesIn = (size: number) =>
  [
    [0, 0],
    [size - side, 0],
    [0, size - side],
  ] as const;

export const isInEye = (size: number, x: number, y: number) =>
  placesIn(size).some(([left, top]) => x >= left && x < left + side && y >= top && y < top + side);

/** Returns the three eyes of a code of `size` modules. The hole is drawn counterclockwise, so that it is not filled. */
export function eyePath(eyes: Style["eyes"], size: number): string {
  const [ring, hole, middle] = corners[eyes];
  return placesIn(size)
    .map(
      ([x, y]) =>
        box(x, y, side, side, ring) +
        box(x + 1, y + 1, side - 2, side - 2, hole, true) +
        box(x + 2, y + 2, 3, 3, middle),
    )
    .join("");
}
