/** The next round number whose half is an integer, for the end of a scale. */
export function roundUp(value: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))));
  return [2, 4, 6, 10, 20].map((factor) => factor * size).find((round) => round >= value) ?? value;
}
