import type { DrainReport } from "@/lib/clicks/drain/drain-report";
import type { MetricsMessage } from "./metrics/workers";

/** The messages from the primary to the processes that it starts. */
export type ToWorker =
  | "answer"
  | "connection"
  | "left"
  | "stop"
  | "supersede"
  | { drain: DrainReport; restarts: number }
  | { restarts: number }
  | { takeOverFailed: boolean }
  | MetricsMessage;

/** Their messages to the primary. */
export type FromWorker = "listening" | "leaving" | "taken" | MetricsMessage;
