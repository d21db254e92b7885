const steps = [1, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * The values of a chart's grid lines, from the highest down to 0. They are whole and equally far apart, and the highest
 * is at or just above the peak: the one of three to five steps that leaves the least room.
 */
export function gridValues(peak: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, peak)));
  const scales = [size / 10, size]
    .flatMap((unit) => steps.map((step) => step * unit))
    .filter((step) => Number.isInteger(step))
    .map((step) => ({ step, count: Math.max(1, Math.ceil(peak / step)) }))
    .filter(({ count }) => count <= 5 && (count >= 3 || peak < 3));
  const top = Math.min(...scales.map(({ step, count }) => step * count));
  const { step, count } = scales.find((scale) => scale.step * scale.count === top) ?? { step: 1, count: 1 };
  return Array.from({ length: count + 1 }, (_, index) => (count - index) * step);
}
