import type { MetricsJson } from "@/lib/platform/log/all-metrics";
import { provideMetrics } from "@/lib/platform/log/all-metrics";
import { mergeMetrics, metricsOfProcess } from "@/lib/platform/log/metrics";

/**
 * The messages between the primary and its workers about metrics. `of` is the number of the request that is answered.
 */
export type MetricsMessage = { metricsRequested: number } | { metricsAnswer: MetricsJson | null; of: number };

export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === "object" && message !== null && ("metricsRequested" in message || "metricsAnswer" in message);

/** A process that is busy for longer is left out, because a scrape waits for ten seconds at most. */
const ANSWERS_WITHIN_MS = 4_000;

type Send = (message: MetricsMessage) => void;

/** One end of a channel. Each end can request metrics from the other. */
export class MetricsChannel {
  private requests = 0;
  private readonly waiting = new Map<number, (answer: MetricsJson | null) => void>();

  constructor(
    private readonly send: Send,
    private readonly readMetrics: () => Promise<MetricsJson>,
  ) {}

  /** Returns null if the other end does not answer in time. */
  ask(): Promise<MetricsJson | null> {
    const number = ++this.requests;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.waiting.get(number)?.(null), ANSWERS_WITHIN_MS).unref();
      this.waiting.set(number, (answer) => {
        clearTimeout(timer);
        this.waiting.delete(number);
        resolve(answer);
      });
      this.send({ metricsRequested: number });
    });
  }

  take(message: MetricsMessage): void {
    if ("metricsAnswer" in message) this.waiting.get(message.of)?.(message.metricsAnswer);
    else this.answer(message.metricsRequested);
  }

  private answer(of: number): void {
    this.readMetrics().then(
      (metricsAnswer) => this.send({ metricsAnswer, of }),
      () => this.send({ metricsAnswer: null, of }),
    );
  }
}

/** Returns a worker's end. It sends the worker's metrics and requests those of all processes from the primary. */
export function joinMetrics(worker: string, send: Send): MetricsChannel {
  const channel = new MetricsChannel(send, () => metricsOfProcess(worker));
  // Without an answer from the primary, the worker's own metrics are better than nothing.
  provideMetrics(async () => (await channel.ask()) ?? metricsOfProcess(worker));
  return channel;
}

/** The primary's ends. The sums keep the counts of workers that died, so that they never decrease. */
export class WorkerMetrics {
  private readonly channels = new Map<string, MetricsChannel>();
  private readonly last = new Map<string, MetricsJson>();
  private ended: MetricsJson = [];

  /** @param own name of the primary in its own metrics */
  constructor(private readonly own: string) {}

  add(worker: string, send: Send, all: () => Promise<MetricsJson>): MetricsChannel {
    const channel = new MetricsChannel(send, all);
    this.channels.set(worker, channel);
    return channel;
  }

  remove(worker: string): void {
    this.channels.delete(worker);
    const counted = (this.last.get(worker) ?? [])
      .filter(({ type }) => `${type}` !== "gauge")
      .map((metric) => ({ ...metric, values: metric.values.filter(({ labels }) => !("worker" in labels)) }));
    this.last.delete(worker);
    this.ended = asJson(this.ended, counted as MetricsJson);
  }

  async collect(): Promise<MetricsJson> {
    const own = metricsOfProcess(this.own);
    const parts = await Promise.all(
      [...this.channels].map(async ([worker, channel]) => {
        const answer = await channel.ask();
        if (answer && this.channels.get(worker) === channel) this.last.set(worker, answer);
        return answer ?? [];
      }),
    );
    return asJson(await own, this.ended, ...parts);
  }
}

/** Merges several into one that can be sent to another process. */
const asJson = (...parts: MetricsJson[]): MetricsJson =>
  mergeMetrics(parts)
    .getMetricsAsArray()
    .map((metric) => ({ ...metric }) as unknown as MetricsJson[number]);
