import { formatTimestamp } from "@/lib/api/fields";
import { baseUrl } from "@/lib/env";
import type { Account } from "./schema";
import type { AccountDetails } from "./service";

/** The address of the picture that this service draws for a user. */
export function avatarUrl(userId: number): string {
  return `${baseUrl()}/avatar/${userId}.svg`;
}

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
