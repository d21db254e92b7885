import { z } from "@/lib/contract/zod";

const revenueShown = () =>
  z
    .record(z.string(), z.int())
    .describe("The sum of amounts by currency, in minor units.")
    .meta({ example: { EUR: 44_100 } });

export const conversionFiguresShown = z.object({
  count: z
    .int()
    .describe("Clicks with at least one conversion, and visitors who opened `<short link>+done`. Each counts once.")
    .meta({ example: 9 }),
  rate: z.number().describe("`count` per click, from 0 to 1.").meta({ example: 0.075 }),
  events: z
    .record(z.string(), z.int())
    .describe("The 10 most frequent events, each with its number of conversions.")
    .meta({ example: { sale: 9, lead: 4 } }),
  revenue: revenueShown(),
});

const top = (what: string, example: Record<string, string>) =>
  z.record(z.string(), z.string()).describe(`The 10 ${what} with the most clicks.`).meta({ example });

/** If the plan hides the details of some clicks: how many, and a sentence about it. */
export const lockedDetail = () =>
  z
    .object({ clicks: z.int().meta({ example: 12 }), message: z.string() })
    .optional()
    .describe(
      "Only if the account had more clicks in a month than its plan shows in detail: how many clicks are counted only in totals, and a message about it.",
    );

const variant = z.object({
  variant: z
    .string()
    .describe(
      "Identifies the variant by the content of its rule and its destination. It stays the same if rules are moved, and changes if the rule is edited.",
    )
    .meta({ example: "4fzyo8.1k9z2ab" }),
  rule: z
    .string()
    .nullable()
    .describe(
      "Where the rule is now: `rules.0`, `rules.0.split.1`, `geotarget.1`, `deeplink.apple`, `split.0`, or `url` for the link's own destination. Null if it was changed or removed.",
    )
    .meta({ example: "split.0" }),
  destination: z.string().nullable().describe("Null if it is no longer known.").meta({
    example: "https://example.com/spring",
  }),
  clicks: z.int().meta({ example: 8 }),
  uniqueClicks: z.int().describe("Visitors. A visitor counts once per variant.").meta({ example: 6 }),
});

const share = (what: string, example: number) => z.number().describe(what).meta({ example });

const split = z.object({
  rule: z
    .string()
    .describe("The field with the destinations, such as `split` or `rules.0`.")
    .meta({ example: "split" }),
  uniqueClicks: z.int().meta({ example: 100 }),
  shares: z.array(
    z.object({
      variant: z.string().describe("The same as in `variants`.").meta({ example: "split.1k9z2ab" }),
      destination: z.string().meta({ example: "https://example.com/spring" }),
      wanted: share("Its expected share of all visitors, from its weight.", 0.5),
      uniqueClicks: z.int().meta({ example: 54 }),
      share: share("Its actual share of the visitors.", 0.54),
      from: share("The true share is between this and `to` in 95 of 100 cases (Wilson's score interval).", 0.4426),
      to: share("See `from`.", 0.6344),
      conversions: z
        .int()
        .describe("How many of these visitors converted. Each click, or visitor of `<short link>+done`, counts once.")
        .meta({ example: 7 }),
      revenue: revenueShown(),
      rate: share("Conversions per visitor, from 0 to 1.", 0.1296),
      rateFrom: share("The true rate is between this and `rateTo` in 95 of 100 cases.", 0.0642),
      rateTo: share("See `rateFrom`.", 0.2442),
    }),
  ),
  chiSquared: z
    .number()
    .nullable()
    .describe(
      "The result of a chi-squared goodness-of-fit test that compares the visitors with the current weights. Null if fewer than 5 visitors are expected at a destination.",
    )
    .meta({ example: 0.64 }),
  p: z
    .number()
    .nullable()
    .describe("The probability, from 0 to 1, that chance alone causes a difference at least this large.")
    .meta({ example: 0.4237 }),
  conversions: z.int().meta({ example: 10 }),
  conversionsChiSquared: z
    .number()
    .nullable()
    .describe(
      "The result of a chi-squared test of whether the destinations' conversion rates differ. Null if fewer than 5 visitors with a conversion, or fewer than 5 without, are expected at a destination.",
    )
    .meta({ example: 1.3 }),
  conversionsP: z
    .number()
    .nullable()
    .describe(
      "The probability, from 0 to 1, that chance alone makes the rates differ at least this much. It shows whether any rates differ, but not which destination is best: see `best`.",
    )
    .meta({ example: 0.2542 }),
  best: z
    .object({
      variant: z.string().describe("The same as in `variants`.").meta({ example: "split.1k9z2ab" }),
      beats: z
        .array(z.string())
        .describe(
          "The variants that it outperforms by more than chance (`p` below 0.05). Empty while there is no clear result.",
        ),
      p: z
        .number()
        .describe(
          "The probability, from 0 to 1, that chance alone causes these differences. If `beats` is empty, it applies to the clearest difference. Each pair is compared with a two-proportion z-test, or with Fisher's exact test if numbers are small, and corrected for all pairs (Holm).",
        )
        .meta({ example: 0.2542 }),
    })
    .nullable()
    .describe("The destination with the highest conversion rate. Null while there are no conversions."),
});

/** The counts of a link or QR code: by people, and bots apart from them. */
export const statistics = z
  .object({
    clicks: z.int().meta({ example: 12 }),
    uniqueClicks: z.int().meta({ example: 9 }),
    topCountries: top("countries", { France: "8", Japan: "4" }),
    topRegions: top("regions", { "FR-IDF": "5", "JP-13": "4" }).describe(
      "The 10 regions with the most clicks, by their ISO 3166-2 codes. Empty without a city database.",
    ),
    topCities: top("cities", { "Paris, FR-IDF": "4", "Tokyo, JP-13": "4" }).describe(
      "The 10 cities with the most clicks, by name and region. Empty without a city database.",
    ),
    topReferrers: top("referrers", { Direct: "9", "news.example.com": "3" }),
    topBrowsers: top("browsers", { Firefox: "7", Safari: "5" }),
    topOs: top("operating systems", { iOS: "6", Windows: "6" }),
    locked: lockedDetail(),
    socialCount: z.object({ network1: z.int(), network2: z.int(), network3: z.int() }).meta({
      description: "Clicks that came from Facebook, X and Instagram.",
      example: { network1: 2, network2: 0, network3: 1 },
    }),
    topClasses: z
      .record(z.string(), z.string())
      .describe(
        "Bot traffic by kind. It is not included in the other figures. `robot`: other bots; `ai`: crawlers and agents of language models; `preview`: link previews and pages loaded before a click; `scanner`: mail filters; `network`: visits from data centers; `burst`: bursts of visits; `spam`: fake referrers.",
      )
      .meta({ example: { preview: "3", ai: "1" } }),
    variants: z
      .array(variant)
      .optional()
      .describe(
        "Only for links with rules: clicks by the variant that decided the destination, most clicks first. Clicks from before the link had rules, or before this was recorded, are not included. A visitor of two variants counts in both.",
      ),
    conversions: conversionFiguresShown.optional().describe("Only for links: conversions since the beginning."),
    splits: z
      .array(split)
      .optional()
      .describe("Only for links with split tests: how visitors were divided between the destinations of each one."),
    topRobots: top("rules", { "agent:WhatsApp": "3", "agent:GPTBot": "1" }).describe(
      "The 10 detection rules that identified the most bot visits.",
    ),
  })
  .meta({ id: "Statistics" });
