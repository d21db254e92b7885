import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { peek, processSingleton } from "@/lib/platform/singleton";
import { reusedFor } from "./reused-for";

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
