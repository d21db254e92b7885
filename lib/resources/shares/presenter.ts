import type { StatisticsShare } from "@/generated/prisma/client";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { baseUrl } from "@/lib/platform/env";
import type { ShareItem } from "./schema";

export const presentShare = (share: StatisticsShare | null): ShareItem => ({
  shared: share !== null,
  url: share && `${baseUrl()}/share/${share.token}`,
  protected: Boolean(share?.passwordHash),
  date: share && formatTimestamp(share.createdAt),
});
