import { drainReport, oldestWaits } from "@/lib/clicks/drain-report";
import { journal } from "@/lib/clicks/journal";
import { englishOf, errorOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { endpoint } from "@/lib/http/endpoint";
import { unavailable } from "@/lib/platform/outage";
import { vitals } from "@/lib/platform/vitals";
import type { Degradation } from "@/lib/resources/health/degradations";
import { ready } from "@/lib/resources/health/operations";
import { type Readiness, readiness } from "@/lib/resources/health/readiness";

/** By the first of its reasons. A database that refuses says more than that it cannot be reached. */
function notReady(unready: Readiness["unready"], degraded: Degradation[]): unknown {
  const refusals = unready.map(({ code, error }) =>
    code === "database_unreachable" ? unavailable(error) : refusal(code),
  );
  const [first] = refusals;
  if (!first) return unready[0]?.error;
  const told = errorOf(first);
  told.reasons = [...refusals.filter((one) => one !== undefined), ...degraded.map((code) => refusal(code))];
  return told;
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(ready, async () => {
  vitals().askedReadyAt = performance.now();
  const disk = journal().disk();
  const { unready, degraded } = await readiness(disk);
  if (unready.length > 0) throw notReady(unready, degraded);
  const report = drainReport();
  return {
    status: "ready" as const,
    degraded: degraded.map((code) => ({ code, message: englishOf(refusal(code)) })),
    journal: { bytes: journal().backlog().bytes, oldest: report ? Math.round(oldestWaits(report) / 1_000) : null },
    disk,
  };
});
