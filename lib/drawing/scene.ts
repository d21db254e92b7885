import type { Area } from "./area";
import { framed } from "./frame";
import type { Picture } from "./look";
import { placeOf, type Shape, shapeOf } from "./shape";

/** The parts of a picture, in pixels, for every output format. */
export interface Scene {
  width: number;
  height: number;
  background: string;
  areas: Area[];
  logo: { image: Uint8Array; x: number; y: number; size: number } | null;
}

/** Returns the code in a picture, and the size of its modules in pixels. */
export function measured(picture: Picture, pixels: number): { shape: Shape; scale: number } {
  const shape = shapeOf(picture.payload, picture.logo !== null, picture);
  return { shape, scale: placeOf(shape, framed(picture, pixels).code.side).scale };
}

export function sceneOf(picture: Picture, width: number): Scene {
  const { payload, foreground, background, logo, gradient } = picture;
  const shape = shapeOf(payload, logo !== null, picture);
  const { height, code, areas } = framed(picture, width);
  const { scale, offset } = placeOf(shape, code.side);
  const at = { x: code.x + offset, y: code.y + offset, scale };
  const fill = gradient
    ? { type: gradient.type, from: foreground, to: gradient.color, side: shape.modules }
    : foreground;
  const { hole } = shape;
  return {
    width,
    height,
    background,
    areas: [...areas, { path: shape.path, fill, at }],
    // The logo keeps a distance of half a module from the modules around it.
    logo:
      logo && hole
        ? {
            image: logo,
            x: at.x + (hole.at + 0.5) * scale,
            y: at.y + (hole.at + 0.5) * scale,
            size: (hole.size - 1) * scale,
          }
        : null,
  };
}
