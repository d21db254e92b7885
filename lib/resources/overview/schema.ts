import { id, optional } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { z } from "@/lib/contract/zod";
import { failure, linkItem } from "@/lib/resources/links/schema";

const overviewQuery = z.object({
  domain: optional(id()).describe("Only links on the domain with this ID."),
  campaign: optional(id()).describe("Only links of the campaign with this ID."),
  tag: optional(z.string().max(255)).describe("Only links with the tag of this name."),
});

const compared = (what: string, now: number, before: number) =>
  z.object({ now: z.int(), before: z.int().nullable() }).describe(what).meta({ example: { now, before } });

const clicks = z.int().meta({ example: 12 });
const day = z.string().meta({ format: "date", example: "2037-01-31" });

const link = linkItem.pick({ id: true, shorturl: true, longurl: true, title: true });

export const overview = z
  .object({
    links: z.int().describe("The number of links, without archived ones.").meta({ example: 151 }),
    counted: z
      .int()
      .nullable()
      .describe(
        "How many links are included in the click figures: those with the most clicks and the newest. `null`: all of them.",
      )
      .meta({ example: null }),
    timezone: z
      .string()
      .describe(
        "The time zone of the days: your account's, or UTC if there are too many clicks in a day to count them in your time zone.",
      )
      .meta({ example: "Europe/Paris" }),
    utcbefore: day
      .nullable()
      .describe(
        "Days before this one are UTC days, because their clicks are no longer stored one by one or are too many to count.",
      )
      .meta({ example: null }),
    today: compared("Clicks today so far, and yesterday up to the same time.", 12, 9),
    clicks: compared("Clicks in `days`, and in the same number of days before, up to the same time of day.", 310, 280),
    visitors: compared("Unique visitors in the same two periods.", 201, 190),
    newlinks: compared("Links created in the same two periods.", 14, 11),
    days: z
      .array(z.object({ day, clicks, before: z.int().meta({ example: 9 }) }))
      .describe(
        "The last 30 days, each with the clicks of the day 30 days earlier: for today, up to the same time of day.",
      ),
    toplinks: z.array(link.extend({ clicks })).describe("The five links with the most clicks in these days."),
    countries: z
      .array(z.object({ country: z.string().meta({ example: "FR" }), clicks }))
      .describe("The ten countries with the most clicks, by their codes."),
    referrers: z
      .array(z.object({ referrer: z.string().meta({ example: "news.example" }), clicks }))
      .describe("The ten referrers with the most clicks. `Direct`: no referrer."),
    failing: z
      .array(link.extend(failure.shape))
      .describe(
        "Your links with failing destinations, independent of the filters. The links with the most clicks are checked, once a day.",
      ),
  })
  .meta({ id: "Overview" });

export const showOverview = operation({
  method: "GET",
  path: "/api/overview",
  permission: "links:read",
  tag: "Links",
  summary: "Show statistics",
  description:
    "For all of your links or some of them. Clicks are clicks by people. Days are in the time zone `timezone`.",
  query: overviewQuery,
  result: z.object({ data: overview }),
});
