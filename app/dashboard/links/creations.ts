import type { Creations } from "@/components/links/use-creations";
import { createCampaignAction } from "../campaigns/actions";
import { createChannelAction } from "../channels/actions";
import { createDomainAction } from "../domains/actions";

/** What users can create from within the link editor. */
export const creations: Creations = {
  domain: createDomainAction,
  campaign: createCampaignAction,
  channel: createChannelAction,
};
