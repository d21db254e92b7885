import { optional, timestamp } from "@/lib/contract/fields";
import { destination } from "@/lib/contract/link-fields";
import { operation } from "@/lib/contract/operation";
import { cityName, countryCode, languageCode, regionCode } from "@/lib/contract/places";
import { refusing, z } from "@/lib/contract/zod";
import { linkParams } from "@/lib/resources/links/schema";

export const simulateBody = z
  .object({
    country: optional(countryCode()).describe("An ISO code or English name. Default: the country of `address`."),
    region: optional(regionCode()).describe(
      "An ISO 3166-2 code. Default: the region of `address`, unless you send a country or city.",
    ),
    city: optional(cityName()).describe(
      "A city's name and the code of its region or country. Default: the city of `address`, unless you send a country or region.",
    ),
    language: optional(languageCode()).describe("The browser's preferred language."),
    userAgent: optional(z.string().max(512)).describe("The browser's User-Agent header."),
    time: optional(timestamp("start")).describe("The time of the visit (UTC). Default: now."),
    query: optional(z.string().max(2048))
      .describe("The part of the short URL after `?`.")
      .meta({ example: "ref=mail" }),
    path: optional(z.string().max(2048))
      .describe("The part of the short URL after the alias, for a link that forwards `all`.")
      .meta({ example: "/sizes/42" }),
    address: optional(z.union([z.ipv4(), z.ipv6()], refusing("not_an_ip_address")))
      .describe(
        "The visitor's IP address. Together with `userAgent`, it decides which destination of a split test the visitor gets.",
      )
      .meta({ example: "192.0.2.1" }),
  })
  .meta({ example: { country: "FR", language: "fr", time: "2027-01-31 18:00:00", query: "ref=mail" } });

export type Simulate = z.infer<typeof simulateBody>;

const tried = z.object({
  rule: z.string().describe("The field that contains the rule.").meta({ example: "rules.0" }),
  matched: z.boolean().describe("True for the rule that decides."),
  reason: z.string().meta({ example: "The country is Germany, not France." }),
});

export const simulation = z
  .object({
    outcome: z
      .enum(["redirect", "password", "ended", "missing", "disabled"])
      .describe(
        "What the visitor gets: the destination, a page that asks for the password, `expiryurl`, an error page, or a page that says that the link was disabled.",
      ),
    destination: destination()
      .nullable()
      .describe("Where the visitor arrives, after entering the password if there is one."),
    rule: z
      .string()
      .nullable()
      .describe(
        "The rule that decides: `rules.0`, `geotarget.1`, `deeplink.apple` or `split.0`. Null for `url` itself.",
      )
      .meta({ example: "rules.0" }),
    opens: z
      .string()
      .nullable()
      .describe(
        "With `deeplink.auto`: the app that is tried before `destination`, or `browser` if the visitor is taken out of an app's built-in browser.",
      )
      .meta({ example: null }),
    split: z
      .array(z.object({ destination: destination(), share: z.number().meta({ example: 0.5 }) }))
      .nullable()
      .describe(
        "If a split test decides: which share of its visitors each destination gets today, from 0 to 1. A destination that has won gets 1.",
      ),
    why: z.array(tried).describe("Every rule, in the order in which they are checked."),
  })
  .meta({ id: "Simulation" });

export const simulateVisit = operation({
  method: "POST",
  path: "/api/url/{id}/simulate",
  permission: "links:read",
  tag: "Simulation",
  summary: "Simulate a visit",
  description: "Shows where a visitor would go, which rule decides and why the other rules do not. Nothing is counted.",
  params: linkParams,
  body: simulateBody,
  result: simulation,
});
