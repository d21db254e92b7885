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
