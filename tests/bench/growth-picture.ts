const [width, height] = [760, 400];
const box = { left: 56, right: 590, top: 24, bottom: 350 };
const colours = ["#2f6fde", "#d9480f", "#2b8a3e", "#9c36b5", "#0b7285", "#c2255c", "#868e96"];

/**
 * Draws an SVG of how each of `series` grows with `sizes`, relative to its first value. Both axes are logarithmic. It
 * is readable on light and on dark pages.
 */
export function picture(sizes: number[], series: Record<string, number[]>): string {
  const lines = Object.entries(series).map(([name, values]) => ({
    name,
    times: values.map((value) => value / (values[0] ?? 1)),
  }));
  const all = lines.flatMap(({ times }) => times);
  const [low, high] = [Math.floor(Math.log10(Math.min(...all, 0.5))), Math.ceil(Math.log10(Math.max(...all, 2)))];
  const x = (size: number) => along(box.left, box.right, Math.log10(size / (sizes[0] ?? 1)), sizesSpan(sizes));
  const y = (times: number) => along(box.bottom, box.top, Math.log10(times) - low, high - low);
  const grid = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)).map(
    (times) => `<path class="grid" d="M${box.left} ${y(times)}H${box.right}"/>
<text x="${box.left - 8}" y="${y(times) + 4}" text-anchor="end">${times} ×</text>`,
  );
  const marks = sizes.map(
    (size) => `<text x="${x(size)}" y="${box.bottom + 22}" text-anchor="middle">${size.toLocaleString("en")}</text>`,
  );
  const ends = spread(lines.map(({ times }) => y(times.at(-1) ?? 1)));
  const drawn = lines.map(({ name, times }, index) => {
    const points = times.map((value, at) => `${x(sizes[at] ?? 1).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    const colour = colours[index % colours.length];
    return `<path d="M${points}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="${box.right + 10}" y="${(ends[index] ?? 0) + 4}" style="fill:${colour}">${name}, ${times.at(-1)?.toFixed(1)} ×</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Time of each operation, compared with the smallest number of links">
<style>text{font:13px system-ui,sans-serif;fill:#495057}.grid{stroke:#868e96;stroke-opacity:.3}@media(prefers-color-scheme:dark){text{fill:#ced4da}}</style>
${[...grid, ...marks, ...drawn].join("\n")}
<text x="${(box.left + box.right) / 2}" y="${height - 6}" text-anchor="middle">links</text>
</svg>
`;
}

const sizesSpan = (sizes: number[]) => Math.max(1e-9, Math.log10((sizes.at(-1) ?? 1) / (sizes[0] ?? 1)));

const along = (from: number, to: number, part: number, whole: number) => from + ((to - from) * part) / whole;

/** Moves the heights of labels apart, so that none covers another. */
function spread(heights: number[]): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const moved = [...heights];
  for (const [place, index] of order.entries()) {
    const above = order[place - 1];
    if (above !== undefined) moved[index] = Math.max(moved[index] ?? 0, (moved[above] ?? 0) + 17);
  }
  return moved;
}
