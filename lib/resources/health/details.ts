import { journal } from "@/lib/clicks/journal/journal";
import { englishOf } from "@/lib/contract/errors";
import { allMetrics } from "@/lib/platform/log/all-metrics";
import { memory, vitals } from "@/lib/platform/process/vitals";
import { release } from "@/lib/platform/release";
import type { HealthWarning } from "./operations";
import { warnings } from "./warnings";

/** What `/api/health` adds for operators: the state of this process and the figures of all processes. */
export async function healthDetails() {
  const { restarts, stopping, schema } = vitals();
  const { backlog, disk } = journal();
  return {
    ...{ commit: release().commit, schema, journal: backlog(), disk: disk(), memory: memory() },
    ...{ restarts, stopping, warnings: await namedWarnings(), figures: await allFigures() },
  };
}

async function namedWarnings() {
  const found = await warnings();
  return found.map((warning) => ({ code: warning.code as HealthWarning, message: englishOf(warning) }));
}

/** By the name of a metric, followed by its one label in braces if it has several values. */
type Figures = Record<string, number>;

/**
 * Metrics that are left out. Those per route would show what people do here, and their number has no limit. Those of
 * stored queues show how much people use them.
 */
const KEPT_BACK =
  /^signpost_(?:requests_total|log_ins_total|rate_limited_total|untrusted_proxy_requests_total|build_info|stored_queue_\w+)$/;

/**
 * All figures of the service. Values of several processes are added up; of times and delays, the largest one counts.
 */
async function allFigures(): Promise<Figures> {
  const figures: Figures = {};
  for (const { name, type, values } of await allMetrics()) {
    if (`${type}` === "histogram" || KEPT_BACK.test(name)) continue;
    const add = /_(?:delay|timestamp|still|oldest)_|uptime/.test(name) ? Math.max : sum;
    for (const { labels, value } of values) {
      const shown = Object.entries(labels).filter(([label]) => label !== "worker");
      const key = shown.length === 0 ? name : `${name}{${shown.map(([, text]) => text).join(",")}}`;
      figures[key] = key in figures ? add(figures[key] as number, value) : value;
    }
  }
  return figures;
}

const sum = (one: number, other: number) => one + other;
