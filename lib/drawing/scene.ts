import { type Area, box } from "./box";
import font from "./glyphs.json";
import type { Picture } from "./look";
import { encodeShape, placeModules, type Shape } from "./shape";

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
  const shape = encodeShape(picture.payload, picture.logo !== null, picture);
  return { shape, scale: placeModules(shape, framed(picture, pixels).code.side).scale };
}

export function composeScene(picture: Picture, width: number): Scene {
  const { payload, foreground, background, logo, gradient } = picture;
  const shape = encodeShape(payload, logo !== null, picture);
  const { height, code, areas } = framed(picture, width);
  const { scale, offset } = placeModules(shape, code.side);
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

/** The frame around a code, and the square that is left for the code. */
interface Framed {
  height: number;
  code: { x: number; y: number; side: number };
  areas: Area[];
}

/** The shares of the width that the border, the text bar, the space around the text and the bubble's point take. */
const share = { border: 0.03, bar: 0.15, margin: 0.06, point: 0.045 };

/** Draws the frame of a picture that is `width` pixels wide, with text in the background color. */
function framed({ frame, foreground, background }: Picture, width: number): Framed {
  if (!frame) return { height: width, code: { x: 0, y: 0, side: width }, areas: [] };
  const part = (name: keyof typeof share) => Math.round(width * share[name]);
  const bar = part("bar");
  const margin = part("margin");
  const at = { x: 0, y: 0, scale: 1 };
  const area = (path: string, fill: string): Area => ({ path, fill, at });
  const words = (top: number) => lettering(frame.text, width, top, bar).map((one) => ({ ...one, fill: background }));
  if (frame.style === "box") {
    const border = part("border");
    const side = width - 2 * border;
    const height = border + side + bar;
    const inner = Math.max(1, margin - border);
    return {
      height,
      code: { x: border, y: border, side },
      areas: [
        area(box(0, 0, width, height, [margin, margin, margin, margin]), foreground),
        area(box(border, border, side, side, [inner, inner, inner, inner]), background),
        ...words(border + side),
      ],
    };
  }
  // The code's quiet zone lies above the text: nothing may be drawn in it.
  const point = frame.style === "bubble" ? part("point") : 0;
  const top = width + point;
  const round = frame.style === "label" ? bar / 2 : bar / 4;
  const middle = width / 2;
  return {
    height: top + bar + margin,
    code: { x: 0, y: 0, side: width },
    areas: [
      area(box(margin, top, width - 2 * margin, bar, [round, round, round, round]), foreground),
      ...(point ? [area(`M${middle} ${width}l${point} ${point + 1}h${-2 * point}z`, foreground)] : []),
      ...words(top),
    ],
  };
}

/** Centers text in a bar, as large as the height or the width of the bar allows. */
function lettering(text: string, width: number, top: number, bar: number): Omit<Area, "fill">[] {
  const advance = advanceOf(text);
  const scale = Math.min((bar * 0.42) / capHeight, (width * 0.8) / Math.max(1, advance));
  const baseline = top + (bar + capHeight * scale) / 2;
  const left = (width - advance * scale) / 2;
  return layOutLetters(text).map(({ path, x }) => ({ path, at: { x: left + x * scale, y: baseline, scale } }));
}

/** A letter's advance width, and its outline above the baseline at 0. */
type Glyph = [advance: number, path: string];

const glyphs = font.glyphs as unknown as Record<string, Glyph>;

/** The height of capitals, in the units of the outlines. */
export const { capHeight } = font;

/** Returns the first character that has no outline; null if all can be drawn. */
export const findUnknownLetter = (text: string): string | null => [...text].find((one) => !glyphs[one]) ?? null;

const lettersOf = (text: string): Glyph[] => [...text].flatMap((one) => (glyphs[one] ? [glyphs[one]] : []));

export const advanceOf = (text: string) => lettersOf(text).reduce((sum, [advance]) => sum + advance, 0);

/** Returns the outline and position of each letter. Servers and printers may not have the fonts for text. */
export function layOutLetters(text: string): { path: string; x: number }[] {
  let x = 0;
  return lettersOf(text).flatMap(([advance, path]) => {
    const letter = { path, x };
    x += advance;
    return path === "" ? [] : letter;
  });
}
