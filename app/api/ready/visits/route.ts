import { AppError } from "@/lib/contract/errors";
import { endpoint } from "@/lib/http/endpoint";
import { vitals } from "@/lib/platform/process/vitals";
import { readyForVisits } from "@/lib/resources/health/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(readyForVisits, async () => {
  vitals().readinessCheckedAt = performance.now();
  if (vitals().stopping) throw new AppError("service_stopping");
  return { status: "ready" as const };
});
