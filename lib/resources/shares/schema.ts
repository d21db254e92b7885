import { clearable, id, timestamp } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";

export const shareBody = z
  .object({
    password: clearable(z.string().min(1).max(128)).describe(
      "Visitors must enter it to see the statistics. If not sent, it stays as it is; `null` removes it.",
    ),
  })
  .meta({ example: { password: "for the team" } });

const shareItem = z
  .object({
    shared: z.boolean(),
    url: z
      .url()
      .nullable()
      .describe("The page that anyone with its address can see; `null` if nothing is shared.")
      .meta({ example: "https://go.example.com/share/k3Jx0mW9bT2hQyUe7sVnRfLd4cGpZa1i" }),
    protected: z.boolean().describe("Whether visitors must enter a password."),
    date: timestamp().nullable().describe("When sharing began (UTC)."),
  })
  .meta({ id: "Sharing" });

export type ShareInput = z.infer<typeof shareBody>;
export type ShareItem = z.infer<typeof shareItem>;

const tag = "Shared statistics";
const linkParams = z.object({ id: id().describe("The ID of the link.") });
const campaignParams = z.object({ id: id().describe("The ID of the campaign.") });
const result = z.object({ data: shareItem });
const changing =
  "The page gets an address that no one can guess, and keeps it until you stop sharing. It shows clicks per day, countries, referring sites and devices, but nothing about single visitors.";
const ending = "Its address stops working now. If you share again, you get a new address.";

export const showLinkSharing = operation({
  method: "GET",
  path: "/api/url/{id}/share",
  permission: "links:read",
  tag,
  summary: "Show whether a link's statistics are shared",
  params: linkParams,
  result,
});

export const shareLinkStatistics = operation({
  method: "PUT",
  path: "/api/url/{id}/share/update",
  permission: "links:write",
  tag,
  summary: "Share a link's statistics",
  description: changing,
  params: linkParams,
  body: shareBody,
  result,
});

export const unshareLinkStatistics = operation({
  method: "DELETE",
  path: "/api/url/{id}/share/delete",
  permission: "links:write",
  tag,
  summary: "Stop sharing a link's statistics",
  description: ending,
  params: linkParams,
  result: messageResult,
});

export const showCampaignSharing = operation({
  method: "GET",
  path: "/api/campaign/{id}/share",
  permission: "campaigns:read",
  tag,
  summary: "Show whether a campaign's statistics are shared",
  params: campaignParams,
  result,
});

export const shareCampaignStatistics = operation({
  method: "PUT",
  path: "/api/campaign/{id}/share/update",
  permission: "campaigns:write",
  tag,
  summary: "Share a campaign's statistics",
  description: changing,
  params: campaignParams,
  body: shareBody,
  result,
});

export const unshareCampaignStatistics = operation({
  method: "DELETE",
  path: "/api/campaign/{id}/share/delete",
  permission: "campaigns:write",
  tag,
  summary: "Stop sharing a campaign's statistics",
  description: ending,
  params: campaignParams,
  result: messageResult,
});
