import { endpoint } from "@/lib/http/endpoint";
import { release } from "@/lib/platform/release";
import { healthDetails } from "@/lib/resources/health/details";
import { health } from "@/lib/resources/health/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(health, async ({ actor, readsMetrics }) => ({
  status: "live" as const,
  version: release().version,
  ...((actor?.admin || readsMetrics) && (await healthDetails())),
}));
