import type { Queue } from "@/lib/platform/jobs";
import { deliverWaiting } from "./deliver";

/** The name is that of `deliver_webhooks` in prisma/sql/webhooks.sql. */
export const webhookQueue: Queue<{ webhook: number }> = { name: "webhooks", atOnce: 3, run: deliverWaiting };
