import type { Style } from "./look";

/** A path that is filled, at a place and so much larger than it says. */
export interface Area {
  path: string;
  fill: string | Shade;
  at: { x: number; y: number; scale: number };
}

/** A gradient over a square of so many units, which are those of the path. */
export interface Shade {
  type: NonNullable<Style["gradient"]>["type"];
  from: string;
  to: string;
  side: number;
}
