import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { peek, processSingleton } from "./singleton";

export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[];

/** How the metrics of all processes are had. */
type Collect = () => Promise<MetricsJson>;

/** Whoever has asked within this gets the same again: it is asked of all processes, and of the database. */
const FRESH_MS = 1_000;

export function provideMetrics(collect: Collect): void {
  let asked: { at: number; told: Promise<MetricsJson> } | undefined;
  processSingleton<Collect>("allMetrics", () => () => {
    if (!asked || performance.now() - asked.at > FRESH_MS) asked = { at: performance.now(), told: collect() };
    return asked.told;
  });
}

/** The metrics of all processes; of none where Next alone answers. */
export const allMetrics = async (): Promise<MetricsJson> => (await peek<Collect>("allMetrics")?.()) ?? [];
