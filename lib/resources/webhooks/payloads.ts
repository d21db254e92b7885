import { ClickClass, DomainStatus } from "@/generated/prisma/enums";
import { memberRoles } from "@/lib/auth/permissions";
import { z } from "@/lib/contract/zod";
import { bioItem } from "@/lib/resources/bio-pages/schema";
import { conversionItem } from "@/lib/resources/conversions/schema";
import { domainItem } from "@/lib/resources/domains/schema";
import { importOutcomes } from "@/lib/resources/imports/outcomes";
import { importSources } from "@/lib/resources/imports/sources";
import { linkDetails } from "@/lib/resources/links/schema";
import { overlayAnswer, overlayItem } from "@/lib/resources/overlays/schema";
import { qrItem } from "@/lib/resources/qr-codes/schema";
import { testEvent, type WebhookEvent } from "./events";

// What receivers get of each event. The OpenAPI document shows it, and body.ts creates it.

const moment = (description: string) =>
  z.iso.datetime({ offset: true }).describe(description).meta({ example: "2027-01-31T18:00:00.000Z" });

const click = z.object({
  date: moment("When the visit happened (UTC)."),
  class: z
    .enum(["person", ...Object.values(ClickClass)])
    .describe(
      "What the visitor seemed to be when the event was sent. Later visits can show that a `person` was a bot. Statistics then count a bot, but no further event is sent.",
    ),
  country: z.string().nullable().describe("The ISO code of the country. `null`: not known.").meta({ example: "FR" }),
  device: z.string().nullable().describe("The kind of device. `null`: not known.").meta({ example: "Mobile" }),
  referrer: z
    .string()
    .nullable()
    .describe("The site or app that the visitor came from, or `Direct`. `null`: not known.")
    .meta({ example: "news.example.com" }),
  variant: z
    .string()
    .nullable()
    .describe("Of a link with rules: the variant that decided the destination.")
    .meta({ example: null }),
  qr: z.int().nullable().describe("The ID of the QR code that was scanned. `null`: none.").meta({ example: null }),
});

const clicks = z.array(click).min(1).max(100).describe("The visits, oldest first.");

const blockClicks = z
  .array(
    click.extend({
      block: z.string().nullable().describe("The block that was clicked. `null`: a visit to the page."),
    }),
  )
  .min(1)
  .max(100)
  .describe("The visits, oldest first.");

const unreachable = z.object({
  status: z.int().nullable().describe("The HTTP status of its response. `null`: no response.").meta({ example: 404 }),
  since: moment("When the failure was found (UTC).").nullable(),
});

const split = z.object({
  rule: z.string().describe("`split`, or the rule with the split, such as `rules.0`.").meta({ example: "split" }),
  outcome: z
    .enum(["winner", "days", "visitors"])
    .describe("`winner`: one destination is better. `days`, `visitors`: the limit was reached without a winner."),
  winner: z.string().nullable().describe("The destination that won. `null`: none."),
  shares: z
    .array(
      z.object({
        destination: z.string().meta({ example: "https://example.com/a" }),
        visitors: z.int().meta({ example: 480 }),
        conversions: z.int().meta({ example: 24 }),
        rate: z.number().describe("Conversions per visitor.").meta({ example: 0.05 }),
      }),
    )
    .describe("The figures of each destination."),
});

const domain = domainItem.extend({ status: z.enum(Object.values(DomainStatus)) });

const member = z.object({
  id: z.int().meta({ example: 7 }),
  username: z.string().meta({ example: "ada" }),
  email: z.string().meta({ format: "email", example: "ada@example.com" }),
  role: z.enum(memberRoles),
});

const finishedImport = z.object({
  id: z.int().meta({ example: 7 }),
  file: z.string().describe("The name of the file.").meta({ example: "links.csv" }),
  source: z.enum(importSources).describe("The service that the file seems to come from."),
  counts: z
    .record(z.enum([...importOutcomes, "partial"]), z.int())
    .describe("The number of rows by outcome. `partial`: of these, links that lack a part of their row."),
});

const usage = z.object({
  limit: z.literal("clicks"),
  used: z.int().describe("Clicks this month.").meta({ example: 8_000 }),
  percent: z.union([z.literal(80), z.literal(100)]).describe("How much of the limit is used."),
  month: z.string().describe("The month (UTC).").meta({ example: "2027-01" }),
});

const previousDescription = "The old values of the fields that were changed.";
const previous = linkDetails.partial().describe(previousDescription);

/**
 * When each event is sent, and the `data` of its body. `previous` is there after a change to a link's settings, or to a
 * conversion.
 */
const contents = {
  "link.created": { sent: "A link was created.", data: linkDetails },
  "link.updated": { sent: "A link was changed or unarchived.", data: linkDetails, previous },
  "link.archived": { sent: "A link was archived.", data: linkDetails, previous },
  "link.deleted": { sent: "A link was deleted, or transferred to another account.", data: linkDetails },
  "link.restored": { sent: "A deleted link was restored.", data: linkDetails },
  "link.clicked": {
    sent: "People or bots visited a link: up to 100 visits, or those of 5 seconds, in one event.",
    data: z.object({ link: linkDetails, clicks }),
  },
  "link.limit_reached": { sent: "A link got the last visit that its click limit allows.", data: linkDetails },
  "link.expired": {
    sent: "A link expired (sent within a minute), or its expiration date was changed to one in the past.",
    data: linkDetails,
    previous,
  },
  "link.unreachable": {
    sent: "A link's destination failed two checks in a row.",
    data: linkDetails.extend({ unreachable }),
  },
  "split.decided": {
    sent: "A split test that ends automatically has a winner, or reached its limit.",
    data: linkDetails.extend({ split }),
  },
  "conversion.created": { sent: "A conversion was added.", data: conversionItem },
  "conversion.corrected": {
    sent: "The amount of a conversion was corrected, or a conversion was withdrawn or counts again.",
    data: conversionItem,
    previous: conversionItem.pick({ amount: true, withdrawn: true }).partial().describe(previousDescription),
  },
  "qr.scanned": {
    sent: "People or bots scanned a QR code: up to 100 visits, or those of 5 seconds, in one event.",
    data: z.object({ qr: qrItem, clicks }),
  },
  "bio.clicked": {
    sent: "People or bots visited a bio page or clicked its blocks: up to 100 visits, or those of 5 seconds, in one event.",
    data: z.object({ bio: bioItem, clicks: blockClicks }),
  },
  "overlay.answered": {
    sent: "A visitor answered an overlay.",
    data: z.object({ overlay: overlayItem, answer: overlayAnswer }),
  },
  "domain.verified": { sent: "A domain became active.", data: domain },
  "domain.failed": { sent: "A domain stopped being active.", data: domain },
  "member.added": { sent: "A person joined the account.", data: member },
  "member.removed": { sent: "A person left the account.", data: member },
  "import.finished": { sent: "An import is done.", data: finishedImport },
  "limit.near": { sent: "80 or 100 percent of a month's clicks are used.", data: usage },
  [testEvent]: {
    sent: "You sent a test from the webhook's page, or with `POST /api/webhook/{id}/test`. Webhooks get it without subscribing to it.",
    data: z.object({ test: z.literal(true) }),
  },
} satisfies Record<WebhookEvent | typeof testEvent, { sent: string; data: z.ZodObject; previous?: z.ZodObject }>;

type Contents = typeof contents;
export type Sent = keyof Contents;

/** The parts of an event's body that depend on its type. */
export interface Content<Type extends Sent = Sent> {
  data: z.infer<Contents[Type]["data"]>;
  previous?: z.infer<typeof previous>;
}

/** Each event: when it is sent, and the schema of its body. */
export const deliveredEvents = Object.fromEntries(
  Object.entries(contents).map(([type, content]) => [type, { sent: content.sent, body: bodyOf(type, content) }]),
);

function bodyOf(type: string, { data, previous }: { data: z.ZodObject; previous?: z.ZodObject }) {
  return z.object({
    type: z.literal(type),
    timestamp: moment("When the event happened (UTC)."),
    data,
    ...(previous && { previous: previous.optional() }),
  });
}
