import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { peek, processSingleton } from "@/lib/platform/singleton";

export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[];

/** Collects the metrics of all processes. */
type Collect = () => Promise<MetricsJson>;

/** Metrics are reused for this long: collecting them asks all processes and the database. */
const FRESH_MS = 1_000;

export function provideMetrics(collect: Collect): void {
  processSingleton<Collect>("allMetrics", () => reusedFor(FRESH_MS, collect));
}

/** The metrics of all processes; empty where Next runs without server.ts. */
export const allMetrics = async (): Promise<MetricsJson> => (await peek<Collect>("allMetrics")?.()) ?? [];

/** Returns a function that calls `read` at most once in `ms`, and otherwise returns the last result. Failures are not reused. */
export function reusedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (last && performance.now() - last.at <= ms) return last.value;
    const value = read();
    last = { at: performance.now(), value };
    value.catch(() => {
      if (last?.value === value) last = undefined;
    });
    return value;
  };
}
