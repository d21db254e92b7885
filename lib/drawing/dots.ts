import type { Style } from "./look";
import { outline } from "./outline";

type IsDark = (x: number, y: number) => boolean;

/** Leaves a hairline between a circle and its neighbors. */
const radius = 0.46;

/** The paths of single modules, relative to their center. */
const single = {
  circle: `m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
  diamond: "m0 -0.56l0.56 0.56l-0.56 0.56l-0.56 -0.56z",
};

/** Returns the dark modules as a path. Squares and rounded ones merge with their neighbors. */
export function dotPath(dots: Style["dots"], size: number, isDark: IsDark): string {
  if (dots === "square" || dots === "rounded") return outline(size, isDark, dots === "rounded" ? 0.5 : 0);
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x + 0.5} ${y + 0.5}${single[dots]}`;
  }
  return path;
}
