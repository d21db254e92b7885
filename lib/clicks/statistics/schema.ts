import { z } from "@/lib/contract/zod";

const top = (what: string, example: Record<string, string>) =>
  z.record(z.string(), z.string()).describe(`The 10 ${what} with the most clicks.`).meta({ example });

/** If the plan hides the detail of some clicks: how many, and a sentence about it. */
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
    .describe("By what the rule and the destination say: it stays where rules are moved, and is another after an edit.")
    .meta({ example: "4fzyo8.1k9z2ab" }),
  rule: z
    .string()
    .nullable()
    .describe(
      "What it is called by now: `rules.0`, `rules.0.split.1`, `geotarget.1`, `deeplink.apple`, `split.0`, `url` for the link's " +
        "own destination; null where it was changed or removed.",
    )
    .meta({ example: "split.0" }),
  destination: z.string().nullable().describe("Null where that is not known any more.").meta({
    example: "https://example.com/spring",
  }),
  clicks: z.int().meta({ example: 8 }),
  uniqueClicks: z.int().describe("Visitors, each counted once for each variant.").meta({ example: 6 }),
});

const share = (what: string, example: number) => z.number().describe(what).meta({ example });

const split = z.object({
  rule: z.string().describe("The field with the destinations: `split`, `rules.0`.").meta({ example: "split" }),
  uniqueClicks: z.int().meta({ example: 100 }),
  shares: z.array(
    z.object({
      variant: z.string().describe("As in `variants`.").meta({ example: "split.1k9z2ab" }),
      destination: z.string().meta({ example: "https://example.com/spring" }),
      wanted: share("Its expected share of all visitors, from its weight.", 0.5),
      uniqueClicks: z.int().meta({ example: 54 }),
      share: share("Its actual share of the visitors.", 0.54),
      from: share("The true share is between this and `to` in 95 of 100 cases (Wilson's score interval).", 0.4426),
      to: share("See `from`.", 0.6344),
      conversions: z
        .int()
        .describe("How many of these visitors have called `<short link>+done`, each counted once.")
        .meta({ example: 7 }),
      rate: share("Conversions of a visitor, from 0 to 1.", 0.1296),
      rateFrom: share("Between this and `rateTo` lies the true rate in 95 of 100 cases.", 0.0642),
      rateTo: share("See `rateFrom`.", 0.2442),
    }),
  ),
  chiSquared: z
    .number()
    .nullable()
    .describe(
      "Of a chi-squared test of goodness of fit of the visitors against the weights that are set now; null where a destination " +
        "is to expect fewer than 5 visitors.",
    )
    .meta({ example: 0.64 }),
  p: z
    .number()
    .nullable()
    .describe("How often chance alone makes a difference at least as large, from 0 to 1.")
    .meta({ example: 0.4237 }),
  conversions: z.int().meta({ example: 10 }),
  conversionsChiSquared: z
    .number()
    .nullable()
    .describe(
      "Of a chi-squared test of whether the destinations' rates differ; null where a destination is to expect fewer than 5 " +
        "visitors who convert, or fewer than 5 who do not.",
    )
    .meta({ example: 1.3 }),
  conversionsP: z
    .number()
    .nullable()
    .describe(
      "How often chance alone makes rates differ at least as much, from 0 to 1. It tells whether any two differ, and not which one does best: see `best`.",
    )
    .meta({ example: 0.2542 }),
  best: z
    .object({
      variant: z.string().describe("As in `variants`.").meta({ example: "split.1k9z2ab" }),
      beats: z
        .array(z.string())
        .describe(
          "The variants that it does better than, by more than chance (`p` below 0.05); empty while nothing can be said.",
        ),
      p: z
        .number()
        .describe(
          "How often chance alone makes these differences, from 0 to 1; where `beats` is empty, the clearest of all. Each pair is compared with the two-proportion z-test, or with Fisher's exact test where numbers are small, and corrected for all pairs (Holm).",
        )
        .meta({ example: 0.2542 }),
    })
    .nullable()
    .describe("The destination with the highest rate of conversions; null while nobody has converted."),
});

/** The counts of a link or QR code: by people, and bots apart from them. */
export const statistics = z
  .object({
    clicks: z.int().meta({ example: 12 }),
    uniqueClicks: z.int().meta({ example: 9 }),
    topCountries: top("countries", { France: "8", Japan: "4" }),
    topRegions: top("regions", { "FR-IDF": "5", "JP-13": "4" }).describe(
      "The 10 regions with the most clicks, by their ISO 3166-2 codes. Empty where no data set with cities is given.",
    ),
    topCities: top("cities", { "Paris, FR-IDF": "4", "Tokyo, JP-13": "4" }).describe(
      "The 10 cities with the most clicks, by name and region. Empty where no data set with cities is given.",
    ),
    topReferrers: top("referrers", { Direct: "9", "news.example.com": "3" }),
    topBrowsers: top("browsers", { Firefox: "7", Safari: "5" }),
    topOs: top("operating systems", { iOS: "6", Windows: "6" }),
    locked: lockedDetail(),
    socialCount: z.object({ network1: z.int(), network2: z.int(), network3: z.int() }).meta({
      description: "Visits referred by Facebook, X and Instagram.",
      example: { network1: 2, network2: 0, network3: 1 },
    }),
    topClasses: z
      .record(z.string(), z.string())
      .describe(
        "Visits that are no person's and in none of the other figures, by what they are: `robot`, `ai` (crawlers and agents " +
          "of language models), `preview` (previews of links, and pages fetched ahead of a click), `scanner` (filters of " +
          "mail), `network` (a data centre's), `burst`, `spam` (made-up referrers).",
      )
      .meta({ example: { preview: "3", ai: "1" } }),
    variants: z
      .array(variant)
      .optional()
      .describe(
        "Of a link with rules: the visits by what decided where they went, those with the most clicks first. Visits of before " +
          "it had rules, or before this was kept, are in none of them; a visitor of two variants counts in both.",
      ),
    splits: z
      .array(split)
      .optional()
      .describe("Of a link that has rules with several destinations: how the visitors of each were divided."),
    topRobots: top("rules", { "agent:WhatsApp": "3", "agent:GPTBot": "1" }).describe(
      "The 10 rules with the most visits by which these are no person's.",
    ),
  })
  .meta({ id: "Statistics" });
