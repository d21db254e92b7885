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
