import { conversionFiguresShown } from "@/lib/clicks/statistics/schema";
import { flag, id, integer, optional, timestamp } from "@/lib/contract/fields";
import { isCurrency } from "@/lib/contract/money";
import { operation } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";

/** Far more than any sale. Sums of a million of these are still exact. */
const maxAmount = 1_000_000_000_000;

const upperCase = (value: unknown) => (typeof value === "string" ? value.trim().toUpperCase() : value);
const lowerCase = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : value);

const event = () =>
  z
    .preprocess(lowerCase, z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, refusing("event_name_invalid")))
    .meta({ example: "sale" });
const amount = () => integer(0, maxAmount).meta({ example: 4900 });
const currency = () =>
  z.preprocess(upperCase, z.string().refine(isCurrency, refusing("currency_unknown"))).meta({ example: "EUR" });
const externalId = () => z.string().trim().min(1).max(255).meta({ example: "order-1001" });

const clickId = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ example: "AQAAAAcAAAADAYz9mDTQq2n0c1zJ7nV4bWg0rYkT8w" })
    .describe("The `sp_click` that the destination got.");

interface Worth {
  amount?: number;
  currency?: string;
}

/** An amount without a currency is meaningless, and so is a currency alone. */
function checkAmount({ amount, currency }: Worth, { addIssue }: z.RefinementCtx): void {
  if ((amount === undefined) === (currency === undefined)) return;
  const path = [amount === undefined ? "amount" : "currency"];
  addIssue({ code: "custom", path, message: refusing("required") });
}

/** A conversion as a page reports it. */
export const reportedConversion = z
  .object({
    clickid: clickId(),
    event: event().describe("`lead`, `sale`, or your own name: letters, digits, `-` and `_`, up to 40."),
    amount: optional(amount()).describe("What it is worth, in minor units: `4900` is 49.00 EUR. Needs `currency`."),
    currency: optional(currency()).describe("The currency of `amount`, as an ISO 4217 code."),
  })
  .superRefine(checkAmount);

const example = {
  clickid: "AQAAAAcAAAADAYz9mDTQq2n0c1zJ7nV4bWg0rYkT8w",
  event: "sale",
  amount: 4900,
  currency: "EUR",
  externalid: "order-1001",
};

export const newConversion = z
  .object({
    ...reportedConversion.shape,
    externalid: optional(externalId()).describe(
      "Your own ID, such as an order number. A conversion with an ID that you have sent before is not added again.",
    ),
    date: optional(timestamp("start")).describe(
      "When it happened (UTC), if you report it later: after the click and within 90 days of it. Default: now.",
    ),
  })
  .superRefine(checkAmount)
  .meta({ id: "NewConversion", example });

export type NewConversion = z.infer<typeof newConversion>;

const maxConversionsAtOnce = 1_000;

const addConversionsBody = z
  .object({
    conversions: z
      // Each is checked separately, so that an invalid one does not affect the others.
      .array(z.unknown().meta({ override: { $ref: "#/components/schemas/NewConversion" } }))
      .min(1)
      .max(maxConversionsAtOnce)
      .describe(`The same fields as for \`POST /api/conversion/add\`, up to ${maxConversionsAtOnce} times.`),
  })
  .meta({ example: { conversions: [example] } });

export type AddConversions = z.infer<typeof addConversionsBody>;

const withdrawn = () => z.boolean().meta({ example: false });

const correctConversionBody = z
  .object({
    externalid: externalId().describe("Your own ID of the conversion, as you reported it."),
    amount: optional(amount()).describe("The right amount, in minor units of the conversion's currency."),
    currency: optional(currency()).describe("The currency of the conversion. It cannot be changed."),
    withdrawn: optional(flag()).describe(
      "`true`: the conversion no longer counts, for example after a refund. `false`: it counts again.",
    ),
  })
  .superRefine(({ amount, currency, withdrawn }, { addIssue }) => {
    if (amount !== undefined) return;
    if (currency !== undefined) addIssue({ code: "custom", path: ["amount"], message: refusing("required") });
    else if (withdrawn === undefined)
      addIssue({ code: "custom", path: ["amount"], message: refusing("nothing_to_correct") });
  })
  .register(schemaRefusals, { codes: ["nothing_to_correct"] })
  .meta({ example: { externalid: "order-1001", amount: 3900 } });

export type CorrectConversion = z.infer<typeof correctConversionBody>;

const conversionId = () => z.int().meta({ example: 7 });

const conversionStatus = z
  .enum(["created", "exists"])
  .describe("`exists`: a conversion with this `externalid` was added before, and is unchanged.");

const conversionAdded = z.object({ id: conversionId(), status: conversionStatus });

const conversionCorrected = z.object({
  id: conversionId(),
  status: z
    .enum(["corrected", "unchanged"])
    .describe("`unchanged`: the conversion already had these values. Nothing is recorded."),
});

export const conversionResult = z
  .object({
    status: z.enum(["created", "exists", "error"]),
    id: conversionId().optional(),
    code: z.string().optional().describe("Only for errors, as in any error response."),
    message: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "ConversionResult" });

const listConversionsQuery = pageQuery.extend({
  linkid: optional(id()).describe("Only conversions of this link."),
  campaignid: optional(id()).describe("Only conversions of clicks in this campaign."),
  event: optional(event()).describe("Only conversions with this event."),
  externalid: optional(externalId()).describe("Only the conversion with this `externalid`."),
});

export type ListConversions = z.infer<typeof listConversionsQuery>;

export const conversionItem = z
  .object({
    id: conversionId(),
    event: event(),
    amount: z.int().nullable().describe("In minor units of the currency.").meta({ example: 4900 }),
    currency: currency().nullable(),
    externalid: externalId().nullable().describe("Your own ID."),
    linkid: z.int().describe("The ID of the link that was clicked.").meta({ example: 7 }),
    campaignid: z.int().nullable().describe("The ID of the link's campaign when it was clicked."),
    variant: z
      .string()
      .nullable()
      .describe("Of a link with rules: the variant that decided the destination.")
      .meta({ example: "split.1k9z2ab" }),
    source: z
      .enum(["api", "page", "visitor"])
      .describe(
        "Who reported it. `api`: your server; `page`: the script or the image; `visitor`: `<short link>+done`, without a click ID.",
      ),
    clicked: timestamp().nullable().describe("When the link was clicked (UTC). `null`: not known."),
    date: timestamp().describe("When it happened (UTC). Without a `date` of yours: when it was reported."),
    withdrawn: withdrawn().describe("Whether it was withdrawn. It then counts nowhere."),
    corrections: z.int().describe("How often it was corrected.").meta({ example: 0 }),
  })
  .meta({ id: "Conversion" });

const listCorrectionsQuery = pageQuery.extend({
  externalid: optional(externalId()).describe("Only corrections of the conversion with this `externalid`."),
});

export type ListCorrections = z.infer<typeof listCorrectionsQuery>;

const correctable = conversionItem.pick({ amount: true, withdrawn: true });

export const correctionItem = z
  .object({
    id: z.int().meta({ example: 7 }),
    conversionid: z.int().describe("The ID of the conversion.").meta({ example: 7 }),
    externalid: conversionItem.shape.externalid,
    currency: conversionItem.shape.currency,
    before: correctable.describe("The values before the correction."),
    after: correctable.describe("The values after the correction."),
    person: z
      .string()
      .nullable()
      .describe("Who made it: a user name. `null`: not known, because the link was transferred to you later.")
      .meta({ example: "ada" }),
    apikey: z
      .string()
      .nullable()
      .describe("The name of the API key that was used, which is empty for the account's first key. `null`: not known.")
      .meta({ example: "Till" }),
    date: timestamp().describe("When it was made (UTC)."),
  })
  .meta({ id: "ConversionCorrection" });

const correctionList = pageResult("corrections", correctionItem);

/** Days only, because clicks are counted by day. */
const day = () => z.iso.date(refusing("not_a_day")).meta({ example: "2027-01-31" });

const figuresQuery = z
  .object({
    linkid: optional(id()).describe("Only this link."),
    campaignid: optional(id()).describe("Only clicks that counted for this campaign."),
    tag: optional(z.string().trim().min(1).max(100)).describe("Only links that have this tag."),
    from: optional(day()).describe(
      "The first day (UTC) of the period: clicks on these days, and conversions that happened on them. Default: the beginning.",
    ),
    to: optional(day()).describe("The last day (UTC) of the period. Default: today."),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    if (from && to && from > to) addIssue({ code: "custom", path: ["to"], message: refusing("end_before_start") });
  })
  .register(schemaRefusals, { codes: ["end_before_start"] });

export type FiguresQuery = z.infer<typeof figuresQuery>;

const figuresResult = z.object({
  data: conversionFiguresShown.extend({
    clicks: z.int().describe("Clicks by people, without imported ones.").meta({ example: 120 }),
  }),
});

const conversionList = pageResult("conversions", conversionItem);

const tag = "Conversions";

export const listConversions = operation({
  method: "GET",
  path: "/api/conversions",
  permission: "conversions:read",
  tag,
  summary: "List your conversions",
  description: "Newest first. They are kept for three years.",
  query: listConversionsQuery,
  result: conversionList,
});

export const countConversions = operation({
  method: "GET",
  path: "/api/conversions/figures",
  permission: "conversions:read",
  tag,
  summary: "Count conversions",
  description: "Of one link, campaign or tag, or of all your links, in a period or since the beginning.",
  query: figuresQuery,
  refuses: ["not_yours", "not_together"],
  result: figuresResult,
});

export const addConversion = operation({
  method: "POST",
  path: "/api/conversion/add",
  permission: "conversions:write",
  tag,
  summary: "Add a conversion",
  description:
    "Reports what a visitor did after a click on one of your links with `trackconversions`, up to 90 days later. Send a `date` if you report it later: it counts on that day. Send an `externalid` so that a repeated report counts only once. A click has up to 100 conversions.",
  body: newConversion,
  refuses: [
    ...(["click_unknown", "click_too_old", "click_conversions_full"] as const),
    ...(["conversion_in_future", "conversion_before_click", "conversion_too_late"] as const),
  ],
  result: conversionAdded,
});

export const correctConversion = operation({
  method: "PUT",
  path: "/api/conversion/update",
  permission: "conversions:write",
  tag,
  summary: "Correct a conversion",
  description:
    "Changes the amount of a conversion that you reported with an `externalid`, or withdraws it after a refund. It then counts with the new amount, or no longer, on its own day and in all figures. Each change is kept in `GET /api/conversions/corrections` and sends `conversion.corrected`. A conversion has up to 100 corrections.",
  body: correctConversionBody,
  refuses: [
    ...(["conversion_unknown", "conversion_without_amount", "conversion_currency_differs"] as const),
    "conversion_corrections_full",
  ],
  result: conversionCorrected,
});

export const listCorrections = operation({
  method: "GET",
  path: "/api/conversions/corrections",
  permission: "conversions:read",
  tag,
  summary: "List corrections of conversions",
  description: "Newest first. They are kept as long as their conversion.",
  query: listCorrectionsQuery,
  result: correctionList,
});

export const addConversions = operation({
  method: "POST",
  path: "/api/conversions/add",
  permission: "conversions:write",
  tag,
  summary: "Add many conversions",
  description:
    "Up to 1,000 at once. Each is handled like a separate request. `results` has one entry for each, in order. The response is a success even if some are rejected. Every hundred conversions count as one request toward the rate limit.",
  body: addConversionsBody,
  maxValues: 10_000,
  cost: ({ conversions }) => Math.ceil(conversions.length / 100),
  result: z.object({ results: z.array(conversionResult) }),
});
