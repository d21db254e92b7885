import { allOptional, clearable, id, name, optional, timestamp } from "@/lib/contract/fields";
import { forwardingKinds } from "@/lib/contract/forwarding-kinds";
import { pastedAddress } from "@/lib/contract/link-fields";
import { pageResult } from "@/lib/contract/pagination";
import { refusing, z } from "@/lib/contract/zod";

/** The events that can be forwarded, each with its name in lib/resources/webhooks/events.ts. */
export const forwardedEvents = { clicks: "link.clicked", conversions: "conversion.created" } as const;

const eventNames = Object.keys(forwardedEvents) as [keyof typeof forwardedEvents, ...(keyof typeof forwardedEvents)[]];

const kind = () =>
  z
    .enum(forwardingKinds)
    .describe(
      "`ga4`: Google Analytics 4; `matomo`; `meta`: Meta's Conversions API; `plausible`; `segment`; `url`: any address.",
    )
    .meta({ example: "ga4" });

const events = z
  .array(z.enum(eventNames))
  .min(1)
  .max(10)
  .transform((list) => [...new Set(list)])
  .describe("What is forwarded.")
  .meta({ example: ["clicks", "conversions"] });

const fields = {
  name: name().describe("Only members of the account see this."),
  // Its placeholders have braces, which are no part of a URI.
  url: pastedAddress()
    .describe(
      "The address of the service: that of your Matomo, or of a server other than the usual one. For `url`, the address of each request. Placeholders such as `{country}` can only come after the host.",
    )
    .meta({ format: "uri-template", example: "https://region1.google-analytics.com" }),
  site: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe(
      "What identifies your site at the service. `ga4`: the measurement ID; `meta`: the ID of the pixel or data set; `matomo`: the ID of the site; `plausible`: the domain.",
    )
    .meta({ example: "G-ABC123DEF4" }),
  token: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/, refusing("forwarding_token_invalid"))
    .describe(
      "`ga4`: an API secret; `meta`: an access token; `matomo`: an auth token; `segment`: the write key; `url`: the value of `{token}`. It is stored encrypted and never shown again.",
    )
    .meta({ example: "AbCdEf123456_abcdef-12" }),
  events,
};

const body = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(8_192)
    .describe(
      'Only for `url`: the JSON to send with POST. Placeholders must be inside strings, as in `{"from": "{country}"}`. Without it, requests are GET requests.',
    );

export const createForwardingBody = z
  .object({
    kind: kind(),
    ...allOptional(fields),
    events: fields.events,
    body: optional(body()).describe(body().description ?? ""),
    linkid: optional(id()).describe("Only this link."),
    campaignid: optional(id()).describe("Only the links in this campaign."),
    tag: optional(z.string().trim().min(1).max(100)).describe("Only links with this tag."),
  })
  .meta({ example: { kind: "ga4", site: "G-ABC123DEF4", token: "AbCdEf123456_abcdef-12", events: ["clicks"] } });

export type CreateForwarding = z.infer<typeof createForwardingBody>;

export const updateForwardingBody = z
  .object({
    ...allOptional(fields),
    body: clearable(body()).describe(body().description ?? ""),
    status: optional(z.enum(["active", "paused"])).describe(
      "`paused` keeps events for later; `active` sends the waiting ones.",
    ),
  })
  .meta({ example: { name: "Shop", status: "paused" } });

export type UpdateForwarding = z.infer<typeof updateForwardingBody>;

export const forwardingItem = z
  .object({
    id: id(),
    name: z.string().meta({ example: "Shop" }),
    kind: kind(),
    url: z.string().describe("The address of the service.").meta({ example: "https://www.google-analytics.com" }),
    site: z.string().nullable().describe("What identifies your site at the service.").meta({ example: "G-ABC123DEF4" }),
    token: z
      .string()
      .nullable()
      .describe("The last characters of the token; `null`: there is none.")
      .meta({ example: "…f-12" }),
    body: z.string().nullable().describe("The template of the body.").meta({ example: null }),
    events: z.array(z.enum(eventNames)).describe("What is forwarded."),
    linkid: id().nullable().describe("Only this link; `null`: all."),
    campaignid: id().nullable().describe("Only the links in this campaign; `null`: all."),
    tag: z.string().nullable().describe("Only links with this tag; `null`: all.").meta({ example: null }),
    status: z.enum(["active", "paused", "failing"]).describe("`failing`: paused by Signpost. `problem` says why."),
    problem: z.string().nullable().describe("Why Signpost paused it.").meta({ example: null }),
    failingsince: timestamp()
      .nullable()
      .describe("The time since which no delivery has succeeded (UTC). `null`: deliveries succeed."),
    waiting: z.int().describe("The number of waiting deliveries.").meta({ example: 0 }),
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "Forwarding" });

export const forwardingList = pageResult("forwardings", forwardingItem);
