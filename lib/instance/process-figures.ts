import { allMetrics } from "@/lib/platform/log/all-metrics";
import { counts } from "@/lib/platform/log/counts";
import { memory } from "@/lib/platform/process/vitals";

/**
 * The metrics that the page "Instance" shows, too. The processes that count them are not the one that draws the page.
 */
export const MEMORY = "signpost_memory_bytes";
export const PAGES_REFUSED = "signpost_pages_refused_total";
export const UPTIME = "signpost_uptime_seconds";

export interface ProcessFigures {
  /** bytes that all processes have in memory, without the database's */
  memory: number;
  /** requests for pages that were refused */
  pagesRefused: number;
  /** seconds since the service started */
  uptime: number;
}

/** Figures of all processes of the service together, or of this process if Next runs alone. */
export async function processFigures(): Promise<ProcessFigures> {
  const metrics = await allMetrics();
  const valuesOf = (name: string, kind?: string) =>
    (metrics.find((metric) => metric.name === name)?.values ?? [])
      .filter(({ labels }) => kind === undefined || labels.kind === kind)
      .map(({ value }) => value);
  const { busy, unavailable } = counts().pagesRefused;
  return {
    memory: sum(valuesOf(MEMORY, "resident")) || memory().rss,
    pagesRefused: metrics.length > 0 ? sum(valuesOf(PAGES_REFUSED)) : busy + unavailable,
    uptime: Math.max(process.uptime(), ...valuesOf(UPTIME)),
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
