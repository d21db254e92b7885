import { monitorEventLoopDelay } from "node:perf_hooks";
import { hashingNow } from "@/lib/auth/password";
import type { PageGate } from "@/lib/http/page-gate";
import { MEMORY, PAGES_REFUSED, UPTIME } from "@/lib/instance/process-figures";
import { pool } from "@/lib/platform/database/pool";
import { CLICKED, counts } from "@/lib/platform/log/counts";
import { counter, gauge, histogram, type Sample } from "@/lib/platform/log/metrics";
import { untrustedProxies } from "@/lib/platform/network/client-address";
import type { Background } from "@/lib/platform/process/background";
import { memory } from "@/lib/platform/process/vitals";
import { peek } from "@/lib/platform/singleton";
import { UNTRUSTED_PROXIES } from "@/lib/resources/health/warnings";
import type { Transfers } from "@/lib/transfers/transfers";
import { outcomes } from "@/lib/visits/links/outcome";

/** The parts of process-wide objects that the metrics read. Other modules create these objects when they need them. */
interface Waits {
  waiting: number;
}
interface Used {
  use: { hits: number; misses: number; size: number };
}

const linkCacheUse = () => peek<Used>("linkCache")?.use ?? { hits: 0, misses: 0, size: 0 };

/** Defines the metrics of a single process. Every process of the service has them. */
export function defineProcessMetrics(): void {
  defineRequests();
  defineUse();
  defineHealth();
}

function defineRequests(): void {
  const { visits, linkVisits, requests } = counts();
  counter({ name: "signpost_visits_total", help: "Responses to visitors, by outcome.", each: true }, () =>
    byOutcome(visits.byStatus),
  );
  counter(
    {
      name: "signpost_link_visits_total",
      help: "Visits to links, by the step that ended them and its outcome.",
      each: true,
    },
    () =>
      Object.entries(outcomes).flatMap(([step, names]) =>
        names.map((outcome) => ({ labels: { step, outcome }, value: linkVisits.get(outcome) ?? 0 })),
      ),
  );
  histogram(
    { name: "signpost_visit_duration_seconds", help: "Response time of visits, measured for every sixteenth one." },
    () => [{ labels: {}, took: visits.took }],
  );
  counter(
    { name: "signpost_requests_total", help: "Requests to the API and to pages, by route, method and status." },
    () =>
      [...requests].flatMap(([route, { answered }]) =>
        [...answered].map(([answer, value]) => {
          const [method = "", status = ""] = answer.split(" ");
          return { labels: { route, method, status }, value };
        }),
      ),
  );
  histogram({ name: "signpost_request_duration_seconds", help: "Response time of requests, by route." }, () =>
    [...requests].map(([route, { took }]) => ({ labels: { route }, took })),
  );
}

/** Returns the outcome of a visit. `interstitial` is a page that counts as a click, such as a password page. */
function outcomeOf(status: number, isClick: boolean): string {
  if (status >= 300 && status < 400) return isClick ? "redirect" : "elsewhere";
  if (status === 200) return isClick ? "interstitial" : "content";
  return { 404: "missing", 410: "gone", 429: "limited", 503: "outage" }[status] ?? "other";
}

function byOutcome(byStatus: Float64Array): Sample[] {
  const sums = new Map(["redirect", "interstitial", "missing", "gone", "limited", "outage"].map((name) => [name, 0]));
  for (const [place, answers] of byStatus.entries()) {
    if (answers === 0) continue;
    const outcome = outcomeOf(place % CLICKED, place >= CLICKED);
    sums.set(outcome, (sums.get(outcome) ?? 0) + answers);
  }
  return [...sums].map(([outcome, value]) => ({ labels: { outcome }, value }));
}

const by = (label: string, values: Record<string, number> | Iterable<[string, number]>): Sample[] =>
  [...(Symbol.iterator in values ? values : Object.entries(values))].map(([name, value]) => ({
    labels: { [label]: name },
    value,
  }));

function defineUse(): void {
  const { mails, logIns, limited, statements, spans, pagesRefused } = counts();
  const each = true;
  counter(
    { name: "signpost_link_cache_lookups_total", help: "Lookups in the link cache, by hit or miss.", each },
    () => {
      const { hits, misses } = linkCacheUse();
      return by("result", { hit: hits, miss: misses });
    },
  );
  gauge({ name: "signpost_link_cache_links", help: "Links in the cache.", each }, () => linkCacheUse().size);
  counter(
    {
      name: "signpost_mails_total",
      help: "E-mails, by result: sent, kept in the outbox, failed (tried again), dropped (given up), or refused because of MAIL_PER_HOUR or too many that wait.",
    },
    () => by("result", mails),
  );
  counter({ name: "signpost_log_ins_total", help: "Log-ins, by result." }, () => by("result", logIns));
  counter({ name: "signpost_rate_limited_total", help: "Requests refused by a limit, by limiter." }, () =>
    by("limiter", limited),
  );
  counter({ name: PAGES_REFUSED, help: "Refused page requests, by reason." }, () => by("reason", pagesRefused));
  counter({ name: UNTRUSTED_PROXIES, help: "Requests through proxies that are not in TRUSTED_PROXIES." }, () =>
    by("proxy", untrustedProxies()),
  );
  counter(
    { name: "signpost_clicks_refused_total", help: "Clicks that could not be recorded. Should be 0." },
    () => counts().clicksRefused,
  );
  counter({ name: "signpost_statements_total", help: "Database statements, by result.", each }, () =>
    by("result", { answered: statements.answered, failed: statements.failed }),
  );
  counter(
    {
      name: "signpost_slow_statements_total",
      help: "Database statements that took longer than SLOW_STATEMENT_MS.",
      each,
    },
    () => statements.slow,
  );
  counter(
    { name: "signpost_statement_seconds_total", help: "Total time of all database statements.", each },
    () => statements.seconds,
  );
  counter({ name: "signpost_spans_total", help: "Spans of traces, by result.", each }, () => by("result", spans));
}

function defineHealth(): void {
  const each = true;
  gauge(
    {
      name: "signpost_database_connections",
      help: "Connections of the database pool, and requests that wait for one.",
      each,
    },
    () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return by("state", { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount });
    },
  );
  gauge(
    { name: "signpost_database_connections_max", help: "Maximum number of connections of the database pool.", each },
    () => pool.options.max,
  );
  gauge({ name: "signpost_queue_length", help: "Tasks that are waiting or running, by queue.", each }, queues);
  gauge({ name: MEMORY, help: "Memory used by the process, by kind.", each }, () => {
    const { rss, heapUsed, heapLimit } = memory();
    return by("kind", { resident: rss, heap: heapUsed, heap_limit: heapLimit });
  });
  counter({ name: "signpost_cpu_seconds_total", help: "CPU time used by the process.", each }, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge({ name: UPTIME, help: "Time since the process started.", each }, () => process.uptime());
  gauge(
    { name: "signpost_event_loop_delay_seconds", help: "Delay of the event loop in the last 15 seconds.", each },
    eventLoopDelay(),
  );
}

function queues(): Sample[] {
  const hashing = hashingNow();
  const { receiving = 0, sending = 0, running = 0 } = peek<Transfers>("transfers")?.underWay ?? {};
  return by("queue", {
    pages: peek<PageGate>("pageGate")?.waiting ?? 0,
    "pages under way": peek<PageGate>("pageGate")?.running ?? 0,
    drawing: peek<Waits>("studio")?.waiting ?? 0,
    replay: peek<Waits>("replays")?.waiting ?? 0,
    "password hashing": hashing.waiting,
    "password hashing under way": hashing.running,
    "imports received": receiving,
    "imports under way": running,
    "exports under way": sending,
    "site icons": peek<Background>("siteIconFetches")?.waitingCount ?? 0,
    "page titles": peek<Background>("titleFetches")?.waitingCount ?? 0,
    "frame permissions": peek<{ checks: Background }>("framings")?.checks.waitingCount ?? 0,
  });
}

const WINDOW_MS = 15_000;
/** How often the delay is sampled. The sampling interval itself is not counted as delay. */
const RESOLUTION_MS = 20;

/** Returns a function that reads the delay of the last complete window, or of the first one while it lasts. */
function eventLoopDelay(): () => Sample[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1e3;
  const read = () =>
    by("quantile", {
      0.5: seconds(delay.percentile(50)),
      0.99: seconds(delay.percentile(99)),
      1: delay.count === 0 ? 0 : seconds(delay.max),
    });
  let last: Sample[] | undefined;
  setInterval(() => {
    last = read();
    delay.reset();
  }, WINDOW_MS).unref();
  return () => last ?? read();
}
