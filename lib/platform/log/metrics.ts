import { AggregatorRegistry, type MetricValue, type Registry } from "prom-client";
import { processSingleton } from "@/lib/platform/singleton";
import type { MetricsJson } from "./all-metrics";
import { BOUNDS, type Durations } from "./counts";
import { log } from "./log";

type Labels = Record<string, string | number>;
export type Sample = { labels: Labels; value: number };

interface Description {
  name: string;
  help: string;
  /** Reported for each process, with the label `worker`. Without it, the values of all processes are added up. */
  each?: true;
}

/** Each value of a histogram has its own name, which prom-client's types do not declare. */
type Value = MetricValue<string> & { metricName?: string };

interface Metric extends Description {
  type: "counter" | "gauge" | "histogram";
  values(): Promise<Value[]>;
}

const metrics = () => processSingleton<Metric[]>("metrics", () => []);

/** Values that a hanging database or disk does not deliver in this time are left out. */
const ANSWERS_WITHIN_MS = 2_000;

type Read = () => number | Sample[] | undefined | Promise<number | Sample[] | undefined>;

/** Adds a number that goes up and down. Undefined values, and those that cannot be read, are left out. */
export const gauge = (description: Description, read: Read) => add("gauge", description, read);

/** Adds a number that only grows while the process runs. Its name must end in `_total`. */
export const counter = (description: Description, read: Read) => add("counter", description, read);

function add(type: "gauge" | "counter", description: Description, read: Read): void {
  const values = async () => {
    const found = await read();
    if (found === undefined) return [];
    return typeof found === "number" ? [{ labels: {}, value: found }] : found;
  };
  metrics().push({ ...description, type, values });
}

/** Adds a histogram of durations, one for each set of labels that `read` returns. */
export function histogram(description: Description, read: () => { labels: Labels; took: Durations }[]): void {
  const { name } = description;
  const values = async () => read().flatMap(({ labels, took }) => bucketsOf(name, labels, took));
  metrics().push({ ...description, type: "histogram", values });
}

function bucketsOf(name: string, labels: Labels, { counts, sum }: Durations): Value[] {
  let sofar = 0;
  const buckets = [...BOUNDS, "+Inf"].map((le, index) => {
    sofar += counts[index] as number;
    return { labels: { ...labels, le }, value: sofar, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: sofar, metricName: `${name}_count` },
  ];
}

/** All metrics of this process. */
export function metricsOfProcess(worker: string): Promise<MetricsJson> {
  return Promise.all(
    metrics().map(async ({ name, help, type, each, values }) => {
      const found = await within(values()).catch((error: unknown) => {
        log.debug({ metric: name, error: String(error) }, "a metric cannot be read now");
        return [];
      });
      const labeled = each ? found.map((one) => ({ ...one, labels: { ...one.labels, worker } })) : found;
      return { name, help, type, values: labeled, aggregator: "sum" } as unknown as MetricsJson[number];
    }),
  );
}

function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("it takes too long")), ANSWERS_WITHIN_MS).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Adds the metrics of several processes together. */
export const mergeMetrics = (parts: MetricsJson[]): Registry => AggregatorRegistry.aggregate(parts);
