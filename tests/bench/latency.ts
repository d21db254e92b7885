/** Response times, in milliseconds. */
export interface Latency {
  p50: number;
  p95: number;
}

/** Runs everything in turn, `times` times. The first round is not counted. */
export async function latencyOf(things: (() => Promise<unknown>)[], times: number): Promise<Latency> {
  const waits: number[] = [];
  for (let time = 0; time <= times; time++) {
    for (const thing of things) {
      const started = performance.now();
      await thing();
      if (time > 0) waits.push(performance.now() - started);
    }
  }
  return latencyIn(waits);
}

export function latencyIn(waits: number[]): Latency {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
