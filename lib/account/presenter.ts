import { formatTimestamp } from "@/lib/timestamp";
import { avatarUrl } from "@/lib/users/presenter";
import type { Account } from "./schema";
import type { AccountDetails } from "./service";

export function presentAccount({ user, actor }: AccountDetails): Account {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    avatar: avatarUrl(user.id),
    status: actor.admin || !actor.plan.free ? "pro" : "free",
    expires: actor.planExpiresAt && formatTimestamp(actor.planExpiresAt),
    registered: formatTimestamp(user.createdAt),
  };
}
