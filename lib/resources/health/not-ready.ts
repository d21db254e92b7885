import { type AppError, errorOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import type { Readiness } from "./readiness";

/** Returns the refusal of a service that is not ready: its first reason, with all reasons and problems. */
export function notReady({ unready, degraded }: Readiness): AppError {
  const [first = "database_unreachable"] = unready;
  const error = errorOf(refusal(first));
  error.reasons = [...unready, ...degraded].map((code) => refusal(code));
  return error;
}
