import { id, optional } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { failure, linkItem } from "@/lib/resources/links/schema";

export const overviewQuery = z.object({
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
    links: z.int().describe("How many there are, archived ones aside.").meta({ example: 151 }),
    counted: z
      .int()
      .nullable()
      .describe("Of how many links the clicks are counted, those with most and the newest. `null`: of all.")
      .meta({ example: null }),
    timezone: z
      .string()
      .describe("Whose days these are: your account's, or UTC where more is clicked in a day than can be read.")
      .meta({ example: "Europe/Paris" }),
    utcbefore: day
      .nullable()
      .describe(
        "Days before this one are those of UTC: their clicks are too many to count one by one, or no longer kept.",
      )
      .meta({ example: null }),
    today: compared("Clicks of today up to now, and of yesterday up to the same time.", 12, 9),
    clicks: compared("Clicks in `days`, and in the same number of days before.", 310, 280),
    visitors: compared("First visits to a link in the same two periods.", 201, 190),
    newlinks: compared("Links created in the same two periods.", 14, 11),
    days: z
      .array(z.object({ day, clicks, before: z.int().meta({ example: 9 }) }))
      .describe("The last 30 days, each beside the one 30 days before."),
    toplinks: z.array(link.extend({ clicks })).describe("The five links with the most clicks in these days."),
    countries: z
      .array(z.object({ country: z.string().meta({ example: "FR" }), clicks }))
      .describe("The ten largest, by their codes."),
    referrers: z
      .array(z.object({ referrer: z.string().meta({ example: "news.example" }), clicks }))
      .describe("The ten largest. `Direct`: without one."),
    failing: z
      .array(link.extend(failure.shape))
      .describe(
        "Your links, whatever was asked for, whose destinations fail. The most clicked are looked at, once a day.",
      ),
  })
  .meta({ id: "Overview" });
