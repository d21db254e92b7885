import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import type { Redeliver } from "./schema";
import { getWebhook } from "./service";
import { addTest, type Delivery, readDeliveries, readDelivery, resend } from "./stored-deliveries";

/** A page of a webhook's deliveries, newest first. */
export async function listDeliveries(actor: Actor, id: number, page: Page): Promise<Paged<Delivery>> {
  await getWebhook(actor, id);
  return readDeliveries(id, page);
}

/** Returns a delivery of a webhook, or undefined if it has none with this id. */
export async function getDelivery(actor: Actor, id: number, delivery: number): Promise<Delivery | undefined> {
  await getWebhook(actor, id);
  return readDelivery(id, delivery);
}

/** Sends a test event, which contains no data, and returns the delivery's id. */
export async function sendTest(actor: Actor, id: number): Promise<number> {
  authorize(actor, "webhooks:write");
  await assertSends(actor, id);
  return addTest(id);
}

/** Sends deliveries again with the same ids and bodies: the requested ones, or all failed ones. Returns how many. */
export async function redeliver(actor: Actor, id: number, which: Redeliver): Promise<number> {
  authorize(actor, "webhooks:write");
  await assertSends(actor, id);
  return resend(id, which);
}

async function assertSends(actor: Actor, id: number): Promise<void> {
  const { status } = await getWebhook(actor, id);
  if (status !== "active") throw new AppError("webhook_paused");
}
