import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Returns whether a bearer token is METRICS_TOKEN. The comparison takes the same time for all tokens. */
export function isMetricsToken(given: string | undefined): boolean {
  return (
    given !== undefined && env.METRICS_TOKEN !== undefined && timingSafeEqual(digest(given), digest(env.METRICS_TOKEN))
  );
}
