import type { z } from "zod";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { baseUrl } from "@/lib/platform/env";
import type { userItem } from "./schema";
import type { ListedUser } from "./service";

export function avatarUrl(userId: number): string {
  return `${baseUrl()}/avatar/${userId}.svg`;
}

export function presentUser(user: ListedUser): z.infer<typeof userItem> {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    avatar: avatarUrl(user.id),
    status: user.status,
    planid: user.planId,
    expires: user.planExpiresAt && formatTimestamp(user.planExpiresAt),
    registered: formatTimestamp(user.createdAt),
    // The contract requires a text.
    apikey: user.apiKey ?? "",
  };
}
