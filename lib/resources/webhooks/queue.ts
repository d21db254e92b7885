import type { Queue } from "@/lib/platform/jobs/jobs";
import { makeEvents } from "./changes";
import { deliverWaiting, type OnPaused } from "./deliver";
import { resumeDeliveries } from "./sweep";

/** Each webhook with something to send has a job, which is requested with its ID: `add_job` of prisma/sql/webhooks.sql. */
export const webhookQueue = (onPaused: OnPaused): Queue => ({
  name: "webhooks",
  atOnce: 3,
  catchUp: () => resumeDeliveries(0),
  hears: { channel: "webhook_changed", act: makeEvents },
  run: (webhook, stopping) => deliverWaiting(webhook, stopping, onPaused),
});
