/** The next round number, of which half is whole too: what a scale ends with. */
export function roundUp(value: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))));
  return [2, 4, 6, 10, 20].map((factor) => factor * size).find((round) => round >= value) ?? value;
}
