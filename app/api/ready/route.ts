import { drainReport, oldestWaitMs } from "@/lib/clicks/drain/drain-report";
import { journal } from "@/lib/clicks/journal/journal";
import { englishOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { endpoint } from "@/lib/http/endpoint";
import { vitals } from "@/lib/platform/process/vitals";
import { ready } from "@/lib/resources/health/operations";
import { notReady, readiness } from "@/lib/resources/health/readiness";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(ready, async () => {
  vitals().readinessCheckedAt = performance.now();
  const disk = journal().disk();
  const found = await readiness(disk);
  if (found.unready.length > 0) throw notReady(found);
  const report = drainReport();
  return {
    status: "ready" as const,
    degraded: found.degraded.map((code) => ({ code, message: englishOf(refusal(code)) })),
    journal: { bytes: journal().backlog().bytes, oldest: report ? Math.round(oldestWaitMs(report) / 1_000) : null },
    disk,
  };
});
