import type { Queue } from "@/lib/platform/jobs";
import { deliverWaiting } from "./deliver";

/** `deliver_webhooks` in prisma/sql/webhooks.sql uses the same name. */
export const webhookQueue: Queue<{ webhook: number }> = { name: "webhooks", atOnce: 3, run: deliverWaiting };
