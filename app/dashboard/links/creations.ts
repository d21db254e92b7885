import type { Creations } from "@/components/links/use-creations";
import { createCampaignAction } from "../campaigns/actions";
import { createChannelAction } from "../channels/actions";
import { createDomainAction } from "../domains/actions";

/** What the editor of links can make where it is chosen. */
export const creations: Creations = {
  domain: createDomainAction,
  campaign: createCampaignAction,
  channel: createChannelAction,
};
