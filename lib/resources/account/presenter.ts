import type { Actor } from "@/lib/auth/actor";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { avatarUrl } from "@/lib/resources/users/presenter";
import type { Account } from "./schema";

export function presentAccount(actor: Actor): Account {
  return {
    id: actor.userId,
    email: actor.email,
    username: actor.username,
    avatar: avatarUrl(actor.userId),
    status: actor.unlimited || !actor.plan.free ? "pro" : "free",
    expires: actor.planExpiresAt && formatTimestamp(actor.planExpiresAt),
    timezone: actor.timeZone,
    trackconversions: actor.trackConversions,
    registered: formatTimestamp(actor.createdAt),
  };
}
