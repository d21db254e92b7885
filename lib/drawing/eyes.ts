import { box, type Radii } from "./box";
import type { Style } from "./look";

/** Modules along a side of an eye. */
const side = 7;

/** The corner radii of each shape: of the ring, of the hole in it, and of its center. */
const corners: Record<Style["eyes"], [ring: Radii, hole: Radii, middle: Radii]> = {
  square: [all(0), all(0), all(0)],
  rounded: [all(2), all(1.2), all(0.9)],
  // A full circle would have radii of 3.5 and 2.5. Decoders that look for straight edges miss it at some sizes.
  circle: [all(3.2), all(2.2), all(1.5)],
  leaf: [leaf(2.8), leaf(1.9), leaf(1.2)],
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
