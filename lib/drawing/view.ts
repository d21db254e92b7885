import type { Sharp } from "sharp";
import type { Pixels } from "./decoders";

/** How a camera sees a picture. */
export interface View {
  /** degrees by which the picture is turned */
  turn?: number;
  /** degrees by which its upper edge leans away from the camera */
  tilt?: number;
  /** in poor light: darker, and with the noise of a small sensor */
  dim?: boolean;
}

/** The brightness of each pixel, row by row. */
export interface Grey {
  values: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Distance of the camera in widths of the picture. */
const distance = 2;
/** The share of daylight in poor light, and the standard deviation of the noise, of 255. */
const poorLight = { share: 0.3, noise: 6 };

/** Returns the brightness of a picture without transparent parts, which is all that scanners use of its colors. */
export async function greyOf(drawn: Sharp): Promise<Grey> {
  const { data, info } = await drawn.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const values = new Uint8ClampedArray(info.width * info.height);
  // Cameras deliver the luma of ITU-R BT.601.
  for (let at = 0, from = 0; at < values.length; at++, from += 3) {
    values[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  }
  return { values, width: info.width, height: info.height };
}

/** Returns what a decoder gets for a view of a picture. */
export function pixelsOf(grey: Grey, { turn = 0, tilt = 0, dim = false }: View): Pixels {
  const { values, width, height } = dimmed(turn === 0 && tilt === 0 ? grey : projected(grey, turn, tilt), dim);
  const data = new Uint8ClampedArray(4 * values.length);
  for (let at = 0, to = 0; at < values.length; at++, to += 4) {
    const value = values[at] ?? 0;
    data[to] = data[to + 1] = data[to + 2] = value;
    data[to + 3] = 255;
  }
  return { data, width, height };
}

/** Projects a picture onto a camera behind a pinhole. Its upper left pixel continues around it. */
function projected({ values, width, height }: Grey, turn: number, tilt: number): Grey {
  const side = Math.ceil(Math.hypot(width, height));
  const focus = distance * Math.max(width, height);
  const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))];
  const [lean, rise] = [Math.sin(radians(tilt)), Math.cos(radians(tilt))];
  const around = values[0] ?? 255;
  const result = new Uint8ClampedArray(side * side).fill(around);
  for (let row = 0; row < side; row++) {
    const v = row + 0.5 - side / 2;
    // The line of the tilted plane that this row shows, and how much smaller it appears.
    const onPlane = (v * focus) / (focus * rise + v * lean);
    const scale = (focus - onPlane * lean) / focus;
    for (let column = 0; column < side; column++) {
      const u = (column + 0.5 - side / 2) * scale;
      const x = u * cos + onPlane * sin + width / 2 - 0.5;
      const y = onPlane * cos - u * sin + height / 2 - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const at = top * width + left;
      const [dx, dy] = [x - left, y - top];
      const upper = (values[at] ?? 0) * (1 - dx) + (values[at + 1] ?? 0) * dx;
      const lower = (values[at + width] ?? 0) * (1 - dx) + (values[at + width + 1] ?? 0) * dx;
      result[row * side + column] = upper * (1 - dy) + lower * dy;
    }
  }
  return { values: result, width: side, height: side };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function dimmed({ values, ...size }: Grey, dim: boolean): Grey {
  if (!dim) return { values, ...size };
  const shade = Array.from({ length: 256 }, (_, value) => displayed(poorLight.share * linear(value)));
  const random = noise();
  return { values: values.map((value) => (shade[value] ?? 0) + poorLight.noise * random()), ...size };
}

const linear = (value: number) => (value / 255) ** 2.2;
const displayed = (light: number) => 255 * light ** (1 / 2.2);

/** Returns a function that gives the same random numbers each time, with a standard deviation of 1. */
function noise(): () => number {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // The sum of uniform numbers is almost normal.
  return () => (next() + next() + next() + next() - 2) * Math.sqrt(3);
}
