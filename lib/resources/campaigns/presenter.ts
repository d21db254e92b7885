import type { z } from "zod";
import type { Campaign } from "@/generated/prisma/client";
import { baseUrl } from "@/lib/platform/env";
import type { campaignItem } from "./schema";

/** Presents a campaign. `username` is that of its owner. */
export function presentCampaign(campaign: Campaign, username: string): z.infer<typeof campaignItem> {
  const { id, name, slug } = campaign;
  return {
    id,
    name,
    domain: name,
    public: campaign.public,
    rotator: slug !== null && `${baseUrl()}/r/${slug}`,
    list: `${baseUrl()}/u/${username}/${id}`,
  };
}
