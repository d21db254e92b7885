import { z } from "@/lib/contract/zod";

export const revenueShown = () =>
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
