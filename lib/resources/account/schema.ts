import { accountEmail } from "@/lib/contract/email";
import { clearable, flag, optional, timestamp, timeZone } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { refusing, z } from "@/lib/contract/zod";
import { apiPassword, secondFactor, webPassword } from "@/lib/resources/users/schema";

export const account = z.object({
  id: z.int(),
  email: z.string().meta({ format: "email", example: "ada@example.com" }),
  username: z.string().meta({ example: "ada" }),
  avatar: z
    .url()
    .describe("A picture that this service draws.")
    .meta({ example: "https://go.example.com/avatar/1.svg" }),
  status: z.enum(["free", "pro"]),
  expires: timestamp().nullable().describe("When the paid plan ends (UTC)."),
  timezone: timeZone()
    .nullable()
    .describe("The time zone for days and dates on the pages. `null`: none was chosen, and days are UTC."),
  trackconversions: z
    .boolean()
    .describe("Whether links track conversions if neither they nor their domain have a `trackconversions` setting."),
  registered: timestamp().describe("When the account was created (UTC)."),
});

const amount = (what: string, example: number, limit: number | null) =>
  z
    .object({ used: z.number(), limit: z.number().nullable() })
    .describe(`${what}. \`limit\`: \`null\` means no limit.`)
    .meta({ example: { used: example, limit } });

/** The account's usage of everything that its plan limits, with the limits. */
const accountUsage = z
  .object({
    links: amount("Links, without archived ones", 12, 25),
    clicks: amount("Clicks by people this month (UTC). Clicks beyond the limit are counted only in totals", 310, 1_000),
    domains: amount("Branded domains", 1, 3),
    pixels: amount("Pixels", 2, 10),
    splash: amount("Splash pages", 0, 5),
    overlays: amount("CTA overlays", 1, 5),
    campaigns: amount("Campaigns", 3, 5_000),
    channels: amount("Channels", 2, 5_000),
    tags: amount("Tags", 7, 1_000),
    bio: amount("Bio pages", 1, 1_000),
    qr: amount("QR codes", 4, 10_000),
    members: amount("Members besides you", 1, 5),
    storage: amount("Storage used, in bytes", 183_402, 268_435_456),
  })
  .describe("Your usage and your limits, at most a few seconds old.");

const accountWithUsage = account
  .extend({
    domain: z.string().describe("The default domain of new links.").meta({ example: "https://go.example.com" }),
    weeklyreport: z
      .boolean()
      .describe(
        "Whether you get an e-mail each Monday with the clicks of the week before, if the service sends e-mail.",
      ),
    usage: accountUsage,
  })
  .meta({ id: "Account" });

const accountUpdate = z
  .object({
    email: optional(accountEmail).describe("Your new e-mail address."),
    password: optional(apiPassword).describe("Your new password: at least 5 characters."),
    domain: clearable(z.string().max(255)).describe(
      "The default domain of new links: one of your domains, with or without its scheme. Null: the domain of the service.",
    ),
    timezone: optional(timeZone()).describe(
      "The time zone for days and dates on the pages: a name from the IANA database.",
    ),
    weeklyreport: optional(flag()).describe(
      "Whether you get an e-mail each Monday with the clicks of the week before, if the service sends e-mail.",
    ),
    trackconversions: optional(flag()).describe(
      "Whether links track conversions if neither they nor their domain have a `trackconversions` setting.",
    ),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), refusing("nothing_to_change"))
  .meta({ example: { email: "ada@example.com" } });

const currentPassword = z
  .string()
  .min(1, refusing("current_password_required"))
  .max(256, refusing("password_too_long"));

export const timeZoneChange = z.object({ timezone: timeZone() });

export const emailChange = z.object({ email: accountEmail, currentPassword });

export const passwordChange = z.object({ currentPassword, newPassword: webPassword });

/** Typed before the account is deleted; the action compares it. */
export const deletionConfirmation = z.object({ username: z.string().trim().max(256, refusing("username_differs")) });

export const secondFactorProof = secondFactor.extend({ currentPassword });

export type Account = z.infer<typeof account>;
export type AccountUpdate = z.infer<typeof accountUpdate>;

const tag = "Account";

export const showAccount = operation({
  method: "GET",
  path: "/api/account",
  permission: "account:read",
  tag,
  summary: "Show your account",
  result: z.object({ data: accountWithUsage }),
});

export const showArchive = operation({
  method: "GET",
  path: "/api/account/archive",
  permission: "account:read",
  tag,
  summary: "Export everything you have",
  description:
    "One ZIP file, streamed while it is created: links, clicks, pages, images, messages and everything else as JSON Lines (links as a table, too). A README explains each file, and a manifest lists counts and SHA-256 sums. Only one export runs at a time, and only a few per hour.",
  file: "application/zip",
  refuses: ["archive_too_often", "file_under_way", "no_room", "transfers_busy"],
  result: z.object({}),
});

export const changeAccount = operation({
  method: "PUT",
  path: "/api/account/update",
  permission: "account:write",
  tag,
  summary: "Change your e-mail address, password or settings",
  description:
    "Send only the fields to change. A new password logs out all of your browsers. If the service sends mail, you confirm a new e-mail address at your next log-in.",
  body: accountUpdate,
  refuses: [
    "email_taken",
    "no_password",
    "not_yours",
    "domain_suspended",
    "domain_unproven",
    "domain_unverified",
    "plan_lacks_feature",
  ],
  result: messageResult,
});
