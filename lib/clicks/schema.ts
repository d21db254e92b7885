import { z } from "@/lib/zod";

const top = (what: string) => z.record(z.string(), z.string()).describe(`The 10 ${what} with the most clicks.`);

/** What was counted of a link or a QR code: people only. */
export const statistics = z
  .object({
    clicks: z.int(),
    uniqueClicks: z.int(),
    topCountries: top("countries"),
    topReferrers: top("referrers"),
    topBrowsers: top("browsers"),
    topOs: top("operating systems"),
    socialCount: z
      .object({ network1: z.int(), network2: z.int(), network3: z.int() })
      .describe("Visits referred by Facebook, X and Instagram."),
  })
  .meta({ id: "Statistics" });
