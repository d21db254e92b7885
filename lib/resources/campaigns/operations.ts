import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { assignCampaignBody, campaignItem, campaignList, createCampaignBody, updateCampaignBody } from "./schema";

const tag = "Campaigns";
const params = z.object({ id: id().describe("The ID of the campaign.") });

export const listCampaigns = operation({
  method: "GET",
  path: "/api/campaigns",
  permission: "campaigns:read",
  tag,
  summary: "List your campaigns",
  query: pageQuery,
  result: campaignList,
});

export const showCampaign = operation({
  versioned: true,
  method: "GET",
  path: "/api/campaign/{id}",
  permission: "campaigns:read",
  tag,
  summary: "Show a campaign",
  params,
  result: z.object({ data: campaignItem }),
});

export const addCampaign = operation({
  method: "POST",
  path: "/api/campaign/add",
  permission: "campaigns:write",
  tag,
  summary: "Add a campaign",
  body: createCampaignBody,
  refuses: ["slug_reserved", "slug_taken", "not_yours"],
  result: campaignItem,
});

export const assignCampaign = operation({
  method: "POST",
  path: "/api/campaign/{id}/assign/{linkid}",
  permission: "campaigns:write",
  tag,
  summary: "Add a link to a campaign",
  description: "A link has at most one campaign. If it already has one, it moves.",
  params: params.extend({ linkid: id().describe("The ID of the link.") }),
  body: assignCampaignBody,
  result: messageResult,
});

export const changeCampaign = operation({
  versioned: true,
  method: "PUT",
  path: "/api/campaign/{id}/update",
  permission: "campaigns:write",
  tag,
  summary: "Change a campaign",
  description: "Fields that you do not send stay as they are.",
  params,
  body: updateCampaignBody,
  refuses: ["slug_reserved", "slug_taken", "not_yours"],
  result: campaignItem,
});

export const removeCampaign = operation({
  method: "DELETE",
  path: "/api/campaign/{id}/delete",
  permission: "campaigns:write",
  tag,
  summary: "Delete a campaign",
  description: "Its links are kept.",
  params,
  result: messageResult,
});
