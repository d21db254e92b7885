import { allClearable, allOptional, flag, id, integer, optional, timestamp } from "@/lib/api/fields";
import { pageQuery, pageResult } from "@/lib/api/pagination";
import { z } from "@/lib/zod";
import { countryCode, languageCode } from "./places";

const maxDestinationLength = 8192;

/** Where a link may lead: http or https, no credentials. That it is not one of our own links is the service's check. */
export const destination = () =>
  z
    .string()
    .trim()
    .max(maxDestinationLength)
    .superRefine((value, context) => {
      const problem = problemOfDestination(value);
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .meta({ format: "uri", example: "https://example.com/spring" });

function problemOfDestination(value: string): string | null {
  if (!URL.canParse(value)) return "This must be a complete URL, such as https://example.com/page.";
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "Only http and https addresses are allowed.";
  if (url.username || url.password) return "The address must not contain a user name or password.";
  return null;
}

export const alias = () =>
  z
    .string()
    .max(64)
    .regex(/^[\p{L}\p{M}\p{Nd}_-]+$/u, "An alias holds letters, digits, - and _ alone.")
    .meta({ example: "spring-sale" });

/** A link's way to its visitors: at once, or around a page of ours. */
const linkType = () =>
  z
    .string()
    .regex(/^(direct|frame|splash|(overlay|splash)-[1-9]\d{0,9})$/, {
      message: "This must be direct, frame, splash, splash-<id> or overlay-<id>.",
    })
    .meta({ example: "direct" });

export const devices = ["iphone", "ipad", "android", "windows", "mac", "linux", "mobile", "tablet", "desktop"] as const;

const device = () =>
  z.preprocess((value) => (typeof value === "string" ? value.toLowerCase() : value), z.enum(devices));

const redirectStatus = () =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value),
    z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)], {
      error: "This must be 301, 302, 307 or 308.",
    }),
  );

const targets = <Key extends string, Value extends z.ZodType>(key: Key, value: Value) =>
  z.array(z.object({ [key]: value, link: destination() } as Record<Key, Value> & { link: z.ZodString })).max(100);

const deepLink = z.object({
  auto: optional(flag()),
  apple: optional(destination()),
  google: optional(destination()),
});

const parameters = z.array(z.object({ name: z.string().min(1).max(64), value: z.string().max(512) })).max(50);

/** The fields that a link may be without; in an update `null` empties them. */
const extras = {
  password: z.string().min(1).max(128),
  expiry: timestamp().describe("The link ends at this moment (UTC)."),
  clicklimit: integer(1).describe("The link ends after this many visits."),
  expiryurl: destination().describe("Where visitors of an ended link go."),
  pixels: z.array(id()).max(50),
  channel: id(),
  campaign: id(),
  deeplink: deepLink.describe("Where iOS (apple) and Android (google) visitors go."),
  geotarget: targets("location", countryCode()).describe("By country: ISO codes or English names."),
  devicetarget: targets("device", device()),
  languagetarget: targets("language", languageCode()).describe("By language: ISO codes or English names."),
  parameters: parameters.describe("Added to the destination's query."),
  metatitle: z.string().max(255),
  metadescription: z.string().max(1000),
  metaimage: destination(),
  description: z.string().max(1000),
};

const choices = {
  type: optional(linkType()),
  domain: optional(z.string().max(255)).describe("One of your domains, with or without its scheme."),
  status: optional(z.enum(["public", "private"])).describe("A private link answers nobody."),
  redirect: optional(redirectStatus()),
};

export const createLinkBody = z.object({
  url: destination(),
  custom: optional(alias()).describe("The alias; a random one unless sent."),
  ...choices,
  ...allOptional(extras),
});

export const updateLinkBody = z.object({
  url: optional(destination()),
  custom: optional(alias()),
  ...choices,
  ...allClearable(extras),
});

export type CreateLink = z.infer<typeof createLinkBody>;
export type UpdateLink = z.infer<typeof updateLinkBody>;

export const listLinksQuery = pageQuery.extend({
  order: optional(z.enum(["date", "click"])).describe("Newest first, or most clicked first."),
  q: optional(z.string().max(255)).describe("Found in the alias, the destination or the title."),
  short: optional(z.string().max(2048)).describe("One short URL to look up; other parameters are then ignored."),
});

export const linkParams = z.object({ id: id() });

/** One rule of a link: the first whose every condition holds decides where the visitor goes. */
export const linkRule = z.object({
  when: z.union([
    z.object({ country: z.string() }),
    z.object({ device: z.enum(devices) }),
    z.object({ language: z.string() }),
  ]),
  to: z.string(),
});
export type LinkRule = z.infer<typeof linkRule>;
export type DeepLink = z.infer<typeof deepLink>;
export type LinkParameters = z.infer<typeof parameters>;

export const linkItem = z
  .object({
    id: z.int(),
    alias: z.string(),
    shorturl: z.string(),
    longurl: z.string(),
    clicks: z.int(),
    uniqueclicks: z.int(),
    title: z.string(),
    description: z.string(),
    domain: z.string(),
    campaign: z.int().nullable(),
    channel: z.int().nullable(),
    date: z.string(),
  })
  .meta({ id: "Link" });

export const linkDetails = linkItem
  .extend({
    status: z.enum(["public", "private"]),
    type: z.string(),
    redirect: z.int(),
    protected: z.boolean().describe("Whether a password is asked for."),
    expiry: z.string().nullable(),
    clicklimit: z.int().nullable(),
    expiryurl: z.string().nullable(),
    pixels: z.array(z.int()),
    deeplink: z.object({ auto: z.boolean(), apple: z.string().nullable(), google: z.string().nullable() }).nullable(),
    geotarget: z.array(z.object({ location: z.string(), link: z.string() })),
    devicetarget: z.array(z.object({ device: z.string(), link: z.string() })),
    languagetarget: z.array(z.object({ language: z.string(), link: z.string() })),
    parameters: z.array(z.object({ name: z.string(), value: z.string() })),
    metatitle: z.string().nullable(),
    metadescription: z.string().nullable(),
    metaimage: z.string().nullable(),
  })
  .meta({ id: "LinkDetails" });

export const linkList = pageResult("urls", linkItem);
