import { AggregatorRegistry, type MetricValue, type Registry } from "prom-client";
import type { MetricsJson } from "./all-metrics";
import { BOUNDS, type Durations } from "./durations";
import { log } from "./log";
import { processSingleton } from "./singleton";

type Labels = Record<string, string | number>;
export type Sample = { labels: Labels; value: number };

interface Description {
  name: string;
  help: string;
  /** Of the process, and told of each by itself under the label `worker`. Else of the service: processes are added up. */
  each?: true;
}

/** Of a histogram's values each has a name of its own, which prom-client's types do not know. */
type Value = MetricValue<string> & { metricName?: string };

interface Metric extends Description {
  type: "counter" | "gauge" | "histogram";
  values(): Promise<Value[]>;
}

const metrics = () => processSingleton<Metric[]>("metrics", () => []);

/** What is asked of a database or a disk that hangs is left out. */
const ANSWERS_WITHIN_MS = 2_000;

type Read = () => number | Sample[] | undefined | Promise<number | Sample[] | undefined>;

/** A number that goes up and down. What is undefined, or cannot be read now, is left out. */
export const gauge = (description: Description, read: Read) => add("gauge", description, read);

/** A number that only grows, from the start of the process on. Its name ends in `_total`. */
export const counter = (description: Description, read: Read) => add("counter", description, read);

function add(type: "gauge" | "counter", description: Description, read: Read): void {
  const values = async () => {
    const found = await read();
    if (found === undefined) return [];
    return typeof found === "number" ? [{ labels: {}, value: found }] : found;
  };
  metrics().push({ ...description, type, values });
}

/** How long things took, by what `read` has them under. */
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

/** All that this process knows. */
export function ownMetrics(worker: string): Promise<MetricsJson> {
  return Promise.all(
    metrics().map(async ({ name, help, type, each, values }) => {
      const found = await within(values()).catch((error: unknown) => {
        log.debug({ metric: name, error: String(error) }, "a metric cannot be read now");
        return [];
      });
      const told = each ? found.map((one) => ({ ...one, labels: { ...one.labels, worker } })) : found;
      return { name, help, type, values: told, aggregator: "sum" } as unknown as MetricsJson[number];
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

/** What several processes know, as one. */
export const together = (parts: MetricsJson[]): Registry => AggregatorRegistry.aggregate(parts);
