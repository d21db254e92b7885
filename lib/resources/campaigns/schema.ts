import { flag, id, name, optional } from "@/lib/contract/fields";
import { campaignWeight, slug as slugText } from "@/lib/contract/link-fields";
import { pageResult } from "@/lib/contract/pagination";
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

export const campaignList = pageResult("campaigns", campaignItem);
