import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { handoverItem } from "./schema";
import type { OfferedHandover } from "./service";

export function presentHandover(actor: Actor, handover: OfferedHandover): z.infer<typeof handoverItem> {
  const { id, userId, user, email, everything, linkIds, expiresAt, createdAt } = handover;
  return {
    id,
    direction: userId === actor.userId ? "sent" : "received",
    status: statusOf(handover),
    from: user.username,
    to: email,
    everything,
    links: linkIds.length,
    expires: formatTimestamp(expiresAt),
    date: formatTimestamp(createdAt),
  };
}

export const statusOf = ({ status, expiresAt }: Pick<OfferedHandover, "status" | "expiresAt">, now = new Date()) =>
  status === "open" && expiresAt <= now ? "expired" : status;
