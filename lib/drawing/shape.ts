import { correction, generate, mode } from "lean-qr";
import { create, type QRCodeErrorCorrectionLevel } from "qrcode";
import { eyePath, isInEye } from "./eyes";
import type { Style } from "./look";

/** The quiet zone that the standard requires on every side, in modules. */
const quiet = 4;
/** The share of a side that the logo takes. Even in small codes, level H can correct twice that area. */
const logoShare = 0.26;

export interface Shape {
  /** modules along a side, without the quiet zone */
  modules: number;
  /** the dark modules as an SVG path in units of modules */
  path: string;
  /** the square in the center that is left for a logo, in modules */
  hole: { at: number; size: number } | null;
}

/** Encodes a QR code and returns its outlines. Level H corrects what a logo covers. */
export function encodeShape(payload: string, withLogo: boolean, { dots, eyes }: Pick<Style, "dots" | "eyes">): Shape {
  const { size, isDark: isDarkIn } = encode(payload, withLogo ? "H" : "M");
  const hole = withLogo ? holeIn(size) : null;
  const inHole = (at: number) => hole !== null && at >= hole.at && at < hole.at + hole.size;
  const inside = (at: number) => at >= 0 && at < size;
  const isDark = (x: number, y: number) => inside(x) && inside(y) && isDarkIn(x, y) && !(inHole(x) && inHole(y));
  // If everything is square, dots and eyes need no separate paths.
  if (dots === "square" && eyes === "square") return { modules: size, path: dotPath(dots, size, isDark), hole };
  const isDot = (x: number, y: number) => isDark(x, y) && !isInEye(size, x, y);
  return { modules: size, path: dotPath(dots, size, isDot) + eyePath(eyes, size), hole };
}

/** The size is odd, like the number of modules of every code, so that the hole's edges lie on edges of modules. */
function holeIn(modules: number) {
  const size = 2 * Math.floor((modules * logoShare) / 2) + 1;
  return { at: (modules - size) / 2, size };
}

/**
 * Positions a shape in a square of `pixels`. A module is a whole number of pixels and the quiet zone takes the rest, so
 * that every edge is sharp. Edges are blurred only if a module has less than one pixel.
 */
export function placeModules({ modules }: Shape, pixels: number): { scale: number; offset: number } {
  const fitting = pixels / (modules + 2 * quiet);
  const scale = Math.floor(fitting) || fitting;
  return { scale, offset: Math.floor((pixels - scale * modules) / 2) };
}

type IsDark = (x: number, y: number) => boolean;

/** Leaves a hairline between a circle and its neighbors. */
const radius = 0.46;

/** The paths of single modules, relative to their center. */
const single = {
  circle: `m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
  diamond: "m0 -0.56l0.56 0.56l-0.56 0.56l-0.56 -0.56z",
};

/** Returns the dark modules as a path. Squares and rounded ones merge with their neighbors. */
function dotPath(dots: Style["dots"], size: number, isDark: IsDark): string {
  if (dots === "square" || dots === "rounded") return outline(size, isDark, dots === "rounded" ? 0.5 : 0);
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x + 0.5} ${y + 0.5}${single[dots]}`;
  }
  return path;
}

type Step = [dx: number, dy: number];

/** A closed outline: its starting point and its straight lines. */
interface Way {
  x: number;
  y: number;
  runs: Step[];
}

/**
 * Traces the outlines of the dark modules, which lie to the right of each line, and rounds corners by `radius`.
 * Separate squares would show hairlines between them when edges are smoothed.
 */
export function outline(size: number, isDark: (x: number, y: number) => boolean, radius: number): string {
  const key = (x: number, y: number) => y * (size + 1) + x;
  const steps = new Map<number, Step[]>();
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
    while (choices.length > 0) {
      path += drawn(walk(start % (size + 1), Math.floor(start / (size + 1))), radius);
    }
  }
  return path;

  /** Traces one outline. Where two modules touch at a corner, it stays with the module it is following. */
  function walk(startX: number, startY: number): Way {
    const runs: Step[] = [];
    let [x, y] = [startX, startY];
    let first: Step | undefined;
    let last: Step | undefined;
    for (let step = take(x, y, last); step; step = take(x, y, last)) {
      first ??= step;
      append(runs, step);
      [x, y, last] = [x + step[0], y + step[1], step];
      if (x === startX && y === startY && isRight(last, first)) break;
    }
    const [begin, end] = [runs[0], runs.at(-1)];
    // The trace may have begun in the middle of a line.
    if (!begin || !end || begin === end || !isSame(begin, end)) return { x: startX, y: startY, runs };
    runs.pop();
    runs[0] = [begin[0] + end[0], begin[1] + end[1]];
    return { x: startX - end[0], y: startY - end[1], runs };
  }

  function take(x: number, y: number, last: Step | undefined): Step | undefined {
    const choices = steps.get(key(x, y)) ?? [];
    const right = choices.findIndex((step) => last !== undefined && isRight(last, step));
    return right < 0 ? choices.pop() : choices.splice(right, 1)[0];
  }
}

const unit = ([dx, dy]: Step): Step => [Math.sign(dx), Math.sign(dy)];

function isSame(one: Step, other: Step): boolean {
  const [[dx, dy], [otherX, otherY]] = [unit(one), unit(other)];
  return dx === otherX && dy === otherY;
}

function isRight(before: Step, after: Step): boolean {
  const [[dx, dy], [nextX, nextY]] = [unit(before), unit(after)];
  return nextX === -dy && nextY === dx;
}

/** Adds a step, extending the last line if the direction is the same. */
function append(runs: Step[], step: Step): void {
  const run = runs.at(-1);
  if (run && isSame(run, step)) runs[runs.length - 1] = [run[0] + step[0], run[1] + step[1]];
  else runs.push(step);
}

function drawn({ x, y, runs }: Way, radius: number): string {
  if (radius === 0) return `M${x} ${y}${runs.map(line).join("")}z`;
  const [dx, dy] = unit(runs[0] ?? [0, 0]);
  const parts = runs.map((run, at) => rounded(run, runs[(at + 1) % runs.length] ?? run, radius));
  // Start behind the first corner and end behind it again.
  return `M${x + dx * radius} ${y + dy * radius}${parts.join("")}z`;
}

/** Returns a line, shortened for the corners at its ends, and the corner after it. */
function rounded(run: Step, next: Step, radius: number): string {
  const [[dx, dy], [nextX, nextY]] = [unit(run), unit(next)];
  const straight = line([run[0] - 2 * radius * dx, run[1] - 2 * radius * dy]);
  const sweep = isRight(run, next) ? 1 : 0;
  return `${straight}a${radius} ${radius} 0 0 ${sweep} ${(dx + nextX) * radius} ${(dy + nextY) * radius}`;
}

const line = ([dx, dy]: Step) => (dx === 0 ? (dy === 0 ? "" : `v${dy}`) : `h${dx}`);

/** The dark and light squares of a code, without the quiet zone. */
interface Modules {
  /** modules along a side */
  size: number;
  isDark(x: number, y: number): boolean;
}

/** The levels of error correction in rising order, from the lowest that a code may have. */
const levels = { M: ["M", "Q", "H"], H: ["H"] } as const satisfies Record<string, QRCodeErrorCorrectionLevel[]>;

const isAscii = /^\p{ASCII}*$/u;

/**
 * Encodes text with at least this level of error correction, and with a higher one if the code does not get larger.
 * All addresses of this service are ASCII. Only names and passwords of networks can contain other text, which must
 * declare its encoding: `qrcode` cannot, so that "Café" would be read as Japanese or Chinese.
 */
function encode(text: string, least: keyof typeof levels): Modules {
  return isAscii.test(text) ? encodeAscii(text, least) : encodeUnicode(text, least);
}

function encodeAscii(text: string, least: keyof typeof levels): Modules {
  const [lowest, ...higher] = levels[least];
  let code = create(text, { errorCorrectionLevel: lowest });
  for (const errorCorrectionLevel of higher) {
    try {
      code = create(text, { version: code.version, errorCorrectionLevel });
    } catch {
      // The text does not fit into this version at this level.
      break;
    }
  }
  const { modules } = code;
  return { size: modules.size, isDark: (x, y) => modules.get(y, x) === 1 };
}

/** Encodes text as UTF-8 and declares it (ECI 26). */
function encodeUnicode(text: string, least: keyof typeof levels): Modules {
  const code = generate(text, { minCorrectionLevel: correction[least], modes: [mode.utf8] });
  return { size: code.size, isDark: (x, y) => code.get(x, y) };
}
