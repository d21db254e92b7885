import { hostname } from "node:os";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { allMetrics, type MetricsJson } from "@/lib/platform/log/all-metrics";
import { processSingleton } from "@/lib/platform/singleton";

/** What happened since the last sample, and the current state. */
export interface Sample {
  visits: number;
  /** failed requests, and visits that could not be answered */
  failures: number;
  /** how long the oldest click has waited, in seconds */
  oldest: number;
  /** the 99th percentile of the event loop's delay, in seconds */
  loopDelay: number;
  /** memory of all processes in bytes */
  memory: number;
  /** free bytes on the disk; null if the system does not report them */
  free: number | null;
}

const KEPT_DAYS = 30;
/** For all instances together. These take about 20 MB. */
const MOST_ROWS = 100_000;

const last = () => processSingleton<{ counters?: Counters }>("lastSample", () => ({}));

type Counters = Pick<Sample, "visits" | "failures">;

/** Stores the state of this instance, and deletes samples beyond the limit. */
export async function keepSample(): Promise<void> {
  const metrics = await allMetrics();
  if (metrics.length === 0) return;
  const { counters, ...standing } = read(metrics);
  // A counter that went down has been restarted.
  const since = (name: keyof Counters) => {
    const before = last().counters?.[name] ?? counters[name];
    return counters[name] >= before ? counters[name] - before : counters[name];
  };
  const sample: Sample = { visits: since("visits"), failures: since("failures"), ...standing };
  last().counters = counters;
  await statement(
    "INSERT INTO instance_samples (host, at, figures) VALUES ($1, date_trunc('second', now()), $2) ON CONFLICT DO NOTHING",
    [`${hostname()}:${env.PORT}`, sample],
  );
  await statement(
    `DELETE FROM instance_samples WHERE at < now() - make_interval(days => $1)
       OR at < (SELECT at FROM instance_samples ORDER BY at DESC OFFSET $2 LIMIT 1)`,
    [KEPT_DAYS, MOST_ROWS],
  );
}

function read(metrics: MetricsJson): Omit<Sample, keyof Counters> & { counters: Counters } {
  const values = (name: string, label?: string, text?: RegExp) =>
    (metrics.find((metric) => metric.name === name)?.values ?? [])
      .filter(({ labels }) => label === undefined || text?.test(String(labels[label])))
      .map(({ value }) => value);
  const sum = (...found: number[]) => found.reduce((all, value) => all + value, 0);
  const failed = values("signpost_requests_total", "status", /^5/);
  return {
    counters: {
      visits: sum(...values("signpost_visits_total", "outcome", /^(?:redirect|interstitial)$/)),
      failures: sum(...failed, ...values("signpost_visits_total", "outcome", /^outage$/)),
    },
    oldest: Math.max(0, ...values("signpost_journal_oldest_seconds")),
    loopDelay: Math.max(0, ...values("signpost_event_loop_delay_seconds", "quantile", /^0.99$/)),
    memory: sum(...values("signpost_memory_bytes", "kind", /^resident$/)),
    free: values("signpost_disk_free_bytes")[0] ?? null,
  };
}

/** A bar of a chart: half an hour or a day. */
export interface Past extends Sample {
  at: Date;
}

/** The last day in half hours, or thirty days (UTC): sums of what happened, and the worst states, of all instances. */
export async function readSamples(actor: Actor, span: "day" | "month"): Promise<Past[]> {
  requireAdmin(actor);
  const [step, count] = span === "day" ? [1_800, 48] : [86_400, KEPT_DAYS];
  const rows = await statement<Past>(
    `WITH bars AS (
       SELECT to_timestamp($1::float8 * (floor(extract(epoch FROM now()) / $1) - number)) AS at FROM generate_series(0, $2::int - 1) AS number
     ), found AS (
       SELECT to_timestamp($1::float8 * floor(extract(epoch FROM at) / $1)) AS at, host,
         sum((figures->>'visits')::float8) AS visits, sum((figures->>'failures')::float8) AS failures,
         max((figures->>'oldest')::float8) AS oldest, max((figures->>'loopDelay')::float8) AS "loopDelay",
         max((figures->>'memory')::float8) AS memory, min((figures->>'free')::float8) AS free
       FROM instance_samples WHERE at > now() - make_interval(secs => ($1 * ($2 + 1))::float8) GROUP BY 1, host
     )
     SELECT bars.at, coalesce(sum(visits), 0) AS visits, coalesce(sum(failures), 0) AS failures,
       coalesce(max(oldest), 0) AS oldest, coalesce(max("loopDelay"), 0) AS "loopDelay",
       coalesce(sum(memory), 0) AS memory, min(free) AS free
     FROM bars LEFT JOIN found ON found.at = bars.at GROUP BY bars.at ORDER BY bars.at`,
    [step, count],
  );
  return rows;
}
