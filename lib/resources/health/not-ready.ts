import { errorOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { unavailable } from "@/lib/platform/outage";
import type { Degradation } from "./degradations";
import type { Readiness } from "./readiness";

/** What a service is refused for that is not ready: by the first of its reasons. A database that refuses says more than that it cannot be reached. */
export function notReady(unready: Readiness["unready"], degraded: Degradation[]): unknown {
  const refusals = unready.map(({ code, error }) =>
    code === "database_unreachable" ? unavailable(error) : refusal(code),
  );
  const [first] = refusals;
  if (!first) return unready[0]?.error;
  const told = errorOf(first);
  told.reasons = [...refusals.filter((one) => one !== undefined), ...degraded.map((code) => refusal(code))];
  return told;
}
