import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import type { Redeliver } from "@/lib/resources/webhooks/schema";
import {
  addTest,
  type Delivery,
  readDeliveries,
  readDelivery,
  resend,
} from "@/lib/resources/webhooks/stored-deliveries";
import { getForwarding } from "./service";

/** A page of a forwarding's deliveries, newest first. */
export async function listForwarded(actor: Actor, id: number, page: Page): Promise<Paged<Delivery>> {
  await getForwarding(actor, id);
  return readDeliveries(id, page);
}

/** A delivery of a forwarding, or undefined if it has none with this id. */
export async function getForwarded(actor: Actor, id: number, delivery: number): Promise<Delivery | undefined> {
  await getForwarding(actor, id);
  return readDelivery(id, delivery);
}

/** Sends a test event, and returns the delivery's id. */
export async function testForwarding(actor: Actor, id: number): Promise<number> {
  authorize(actor, "forwardings:write");
  await assertSends(actor, id);
  return addTest(id);
}

/** Sends deliveries again: the requested ones, or all failed ones. Returns how many. */
export async function forwardAgain(actor: Actor, id: number, which: Redeliver): Promise<number> {
  authorize(actor, "forwardings:write");
  await assertSends(actor, id);
  return resend(id, which);
}

async function assertSends(actor: Actor, id: number): Promise<void> {
  const { status } = await getForwarding(actor, id);
  if (status !== "active") throw new AppError("forwarding_paused");
}
