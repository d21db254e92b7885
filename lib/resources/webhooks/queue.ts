import type { Queue } from "@/lib/platform/jobs/jobs";
import { makeEvents } from "./changes";
import { deliverWaiting, type OnPaused } from "./deliver";
import { resumeDeliveries } from "./sweep";

/** `deliver_webhooks` in prisma/sql/webhooks.sql uses the same name. */
export const webhookQueue = (onPaused: OnPaused): Queue<{ webhook: number }> => ({
  name: "webhooks",
  atOnce: 3,
  catchUp: () => resumeDeliveries(0),
  hears: { channel: "webhook_changed", act: makeEvents },
  run: (job, stopping) => deliverWaiting(job, stopping, onPaused),
});
