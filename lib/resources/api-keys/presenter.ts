import type { z } from "zod";
import type { Permission } from "@/lib/contract/permissions";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { keyItem } from "./schema";
import type { ListedKey } from "./service";

export const presentKey = ({ member, lastUsedAt, expiresAt, ...key }: ListedKey): z.infer<typeof keyItem> => ({
  id: key.id,
  name: key.name,
  member: member.username,
  scopes: key.scopes as Permission[],
  networks: key.networks,
  expires: expiresAt && formatTimestamp(expiresAt),
  lastused: lastUsedAt && formatTimestamp(lastUsedAt),
  lastusedfrom: key.lastUsedFrom,
  date: formatTimestamp(key.createdAt),
});
