import type { Style } from "./look";
import { outline } from "./outline";

type IsDark = (x: number, y: number) => boolean;

/** A circle that leaves a hairline between itself and its neighbours. */
const radius = 0.46;

/** One module, from its middle on. */
const single = {
  circle: `m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
  diamond: "m0 -0.56l0.56 0.56l-0.56 0.56l-0.56 -0.56z",
};

/** The dark modules as a path: squares and rounded ones grow together, the others stand alone. */
export function dotPath(dots: Style["dots"], size: number, isDark: IsDark): string {
  if (dots === "square" || dots === "rounded") return outline(size, isDark, dots === "rounded" ? 0.5 : 0);
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path += `M${x + 0.5} ${y + 0.5}${single[dots]}`;
  }
  return path;
}
