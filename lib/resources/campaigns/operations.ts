import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { assignCampaignBody, campaignItem, campaignList, createCampaignBody, updateCampaignBody } from "./schema";

const { write, params, list, show, add, change, remove } = resourceOperations({
  tag: "Campaigns",
  one: "a campaign",
  path: "/api/campaign",
  permission: "campaigns",
  idIs: "The ID of the campaign.",
});
const refuses: RefusalCode[] = ["slug_reserved", "slug_taken", "not_yours"];

export const listCampaigns = list({ path: "/api/campaigns", summary: "List your campaigns", result: campaignList });

export const showCampaign = show({ result: z.object({ data: campaignItem }) });

export const addCampaign = add({ body: createCampaignBody, refuses, result: campaignItem });

export const assignCampaign = operation({
  ...write,
  method: "POST",
  path: "/api/campaign/{id}/assign/{linkid}",
  summary: "Add a link to a campaign",
  description: "A link has at most one campaign. If it already has one, it moves.",
  params: params.extend({ linkid: id().describe("The ID of the link.") }),
  body: assignCampaignBody,
  result: messageResult,
});

export const changeCampaign = {
  ...change({ description: "Fields that you do not send stay as they are.", body: updateCampaignBody, refuses }),
  result: campaignItem,
};

export const removeCampaign = remove({ description: "Its links are kept." });
