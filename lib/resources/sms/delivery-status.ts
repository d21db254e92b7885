import { type Refusal, writeRefusal } from "@/lib/contract/refusal";
import { db } from "@/lib/platform/database/db";

/**
 * Stores the result of a message. Only the first result counts: a message that was delivered or has failed stays so.
 */
export async function setDeliveryStatus(id: number, status: "delivered" | "failed", refusal?: Refusal): Promise<void> {
  await db.smsMessage.updateMany({
    where: { id, status: "sent" },
    data: { status, error: refusal && writeRefusal(refusal) },
  });
}
