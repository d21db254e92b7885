import { errorOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { unavailable } from "@/lib/platform/outage";
import type { Degradation } from "./degradations";
import type { Readiness } from "./readiness";

/**
 * Returns the refusal of a service that is not ready: its first reason. An error that the database reports is more
 * informative than that it cannot be reached.
 */
export function notReady(unready: Readiness["unready"], degraded: Degradation[]): unknown {
  const refusals = unready.map(({ code, error }) =>
    code === "database_unreachable" ? unavailable(error) : refusal(code),
  );
  const [first] = refusals;
  if (!first) return unready[0]?.error;
  const error = errorOf(first);
  error.reasons = [...refusals.filter((one) => one !== undefined), ...degraded.map((code) => refusal(code))];
  return error;
}
