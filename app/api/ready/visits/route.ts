import { refusal } from "@/lib/contract/refusal";
import { endpoint } from "@/lib/http/endpoint";
import { vitals } from "@/lib/platform/vitals";
import { readyForVisits } from "@/lib/resources/health/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(readyForVisits, async () => {
  vitals().askedReadyAt = performance.now();
  if (vitals().stopping) throw refusal("service_stopping");
  return { status: "ready" as const };
});
