import { optional, timestamp } from "@/lib/contract/fields";
import { destination } from "@/lib/contract/link-fields";
import { cityName, countryCode, languageCode, regionCode } from "@/lib/contract/places";
import { refusing, z } from "@/lib/contract/zod";

export const simulateBody = z
  .object({
    country: optional(countryCode()).describe("An ISO code or English name; that of `address` unless sent."),
    region: optional(regionCode()).describe("An ISO 3166-2 code; that of `address` unless a country or city is sent."),
    city: optional(cityName()).describe(
      "A city's name and the code of its region or country; that of `address` unless a country or region is sent.",
    ),
    language: optional(languageCode()).describe("The language that the browser likes best."),
    userAgent: optional(z.string().max(512)).describe("The browser's User-Agent header."),
    time: optional(timestamp("start")).describe("The time of the visit (UTC). Default: now."),
    query: optional(z.string().max(2048))
      .describe("The part of the short URL after `?`.")
      .meta({ example: "ref=mail" }),
    path: optional(z.string().max(2048))
      .describe("The part of the short URL after the alias, for a link that forwards `all`.")
      .meta({ example: "/sizes/42" }),
    address: optional(z.union([z.ipv4(), z.ipv6()], refusing("not_an_ip_address")))
      .describe("The visitor's IP address. With `userAgent` it decides which part of a split is theirs.")
      .meta({ example: "192.0.2.1" }),
  })
  .meta({ example: { country: "FR", language: "fr", time: "2027-01-31 18:00:00", query: "ref=mail" } });

export type Simulate = z.infer<typeof simulateBody>;

const tried = z.object({
  rule: z.string().describe("The field that it was sent in.").meta({ example: "rules.0" }),
  matched: z.boolean().describe("True for the one that decides."),
  reason: z.string().meta({ example: "The country is Germany, not France." }),
});

export const simulation = z
  .object({
    outcome: z
      .enum(["redirect", "password", "ended", "missing", "disabled"])
      .describe(
        "What the visitor meets: the destination, a page that asks for the password first, `expiryurl`, nothing, or the news that the link was disabled.",
      ),
    destination: destination().nullable().describe("Where the visitor arrives, after the password where there is one."),
    rule: z
      .string()
      .nullable()
      .describe("What decided: `rules.0`, `geotarget.1`, `deeplink.apple`, `split.0`; null for `url` itself.")
      .meta({ example: "rules.0" }),
    opens: z
      .string()
      .nullable()
      .describe(
        "With `deeplink.auto`: the app that is tried before `destination`, or `browser` where the visitor is led out of the browser inside of an app.",
      )
      .meta({ example: null }),
    why: z.array(tried).describe("Every rule, in the order in which they are tried."),
  })
  .meta({ id: "Simulation" });
