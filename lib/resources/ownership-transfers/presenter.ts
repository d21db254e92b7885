import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { ownershipTransferItem } from "./schema";
import type { OfferedOwnershipTransfer } from "./service";

export function presentOwnershipTransfer(
  actor: Actor,
  handover: OfferedOwnershipTransfer,
): z.infer<typeof ownershipTransferItem> {
  const { id, userId, user, email, everything, linkIds, expiresAt, createdAt } = handover;
  return {
    id,
    direction: userId === actor.userId ? "sent" : "received",
    status: getTransferStatus(handover),
    from: user.username,
    to: email,
    everything,
    links: linkIds.length,
    expires: formatTimestamp(expiresAt),
    date: formatTimestamp(createdAt),
  };
}

export const getTransferStatus = (
  { status, expiresAt }: Pick<OfferedOwnershipTransfer, "status" | "expiresAt">,
  now = new Date(),
) => (status === "open" && expiresAt <= now ? "expired" : status);
