import type { z } from "zod";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { continuingItems, invitationItem, memberItem } from "./schema";
import type { AccountMember, Continuing, OpenInvitation } from "./service";

export const presentMember = ({ id, username, email, role, since }: AccountMember): z.infer<typeof memberItem> => ({
  id,
  username,
  email,
  role,
  date: formatTimestamp(since),
});

export const presentInvitation = ({ id, email, role, expiresAt }: OpenInvitation): z.infer<typeof invitationItem> => ({
  id,
  email,
  role,
  expires: formatTimestamp(expiresAt),
});

export function presentContinuing(all: Continuing[]): z.infer<typeof continuingItems> {
  const those = (forwardings: boolean) =>
    all.filter(({ isForwarding }) => isForwarding === forwardings).map(({ id, name }) => ({ id, name }));
  return { webhooks: those(false), forwardings: those(true) };
}
