import type { Area } from "./area";
import { box } from "./box";
import { advanceOf, capHeight, lettersIn } from "./lettering";
import type { Picture } from "./look";

/** The frame around a code, and the square that is left for the code. */
export interface Framed {
  height: number;
  code: { x: number; y: number; side: number };
  areas: Area[];
}

/** The shares of the width that the border, the text bar, the space around the text and the bubble's point take. */
const share = { border: 0.03, bar: 0.15, margin: 0.06, point: 0.045 };

/** Draws the frame of a picture that is `width` pixels wide, with text in the background color. */
export function framed({ frame, foreground, background }: Picture, width: number): Framed {
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
  return lettersIn(text).map(({ path, x }) => ({ path, at: { x: left + x * scale, y: baseline, scale } }));
}
