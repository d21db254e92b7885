import { flag, id, name, optional } from "@/lib/contract/fields";
import { campaignWeight, slug as slugText } from "@/lib/contract/link-fields";
import { messageResult, operation, resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { z } from "@/lib/contract/zod";

const slug = () => slugText().describe("The slug of the rotator. The same rules apply as for aliases.");
const isPublic = optional(flag()).describe("Whether other people can see the campaign's list of links.");

export const createCampaignBody = z
  .object({
    name: optional(name()).describe("Default: `Campaign` and the date."),
    slug: optional(slug()),
    public: isPublic,
  })
  .meta({ example: { name: "Spring sale", slug: "spring", public: true } });

export const updateCampaignBody = z
  .object({ name: name(), slug: optional(slug()), public: isPublic })
  .meta({ example: { name: "Summer sale", public: false } });

export const assignCampaignBody = z
  .object({
    weight: optional(campaignWeight()).describe(
      "How often the rotator sends visitors to this link, relative to the other links' weights. Default: the weight that it has, or 1.",
    ),
  })
  .meta({ example: { weight: 2 } });

export type CreateCampaign = z.infer<typeof createCampaignBody>;
export type UpdateCampaign = z.infer<typeof updateCampaignBody>;

export const campaignItem = z
  .object({
    id: id(),
    name: name().meta({ example: "Spring sale" }),
    domain: name().describe("The same as `name`.").meta({ example: "Spring sale" }),
    public: z.boolean(),
    rotator: z
      .union([z.string().meta({ format: "uri", example: "https://go.example.com/r/spring" }), z.literal(false)])
      .describe("The address that redirects to one of the campaign's links. `false` if the campaign has no slug."),
    list: z
      .string()
      .describe("The page that lists the campaign's links.")
      .meta({ format: "uri", example: "https://go.example.com/u/ada/7" }),
  })
  .meta({ id: "Campaign" });

const campaignList = pageResult("campaigns", campaignItem);

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
