import { optional, timestamp } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { counters, pageQuery } from "@/lib/contract/pagination";
import { internationalNumber } from "@/lib/contract/phone-numbers";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";

/** The longest text that the provider accepts. */
export const maxTextLength = 1600;

/** The forms of a number in answers and in requests. */
const e164 = "^\\+[1-9]\\d{1,14}$";
const typedNumber = "^\\s*(?:\\+|00)[\\d\\s()./-]+$";

/** A number in E.164, with any spacing. The provider decides whether it exists. */
const phoneNumber = () =>
  z
    .string()
    .max(64)
    .transform((text, context) => {
      const number = internationalNumber(text);
      if (number) return number;
      context.addIssue({ code: "custom", message: refusing("not_an_international_number") });
      return z.NEVER;
    })
    .register(schemaRefusals, { codes: ["not_an_international_number"] })
    .meta({ pattern: typedNumber, example: "+15005550006" });

/** In a query, an unescaped plus arrives as a space. */
const withPlus = (text: unknown) => (typeof text === "string" ? text.trim().replace(/^(?!00)(?=\d)/, "+") : text);

export const listMessagesQuery = pageQuery.extend({
  number: optional(z.preprocess(withPlus, phoneNumber())).describe("Only messages from or to this number."),
});

export const sendSmsBody = z
  .object({
    from: phoneNumber().describe("One of your provider account's numbers."),
    to: z
      .array(phoneNumber())
      .min(1)
      .max(100)
      .describe("The recipients. A number that is listed twice gets only one message."),
    message: z
      .string()
      .max(8192)
      .refine((text) => text.trim() !== "", refusing("required"))
      .describe(`The text. Links in it are shortened first; then it may have at most ${maxTextLength} characters.`),
  })
  .meta({
    example: {
      from: "+15005550006",
      to: ["+4915112345678"],
      message: "Our spring sale: https://example.com/spring?utm_source=sms",
    },
  });

export const smsAccountInput = z.object({
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[\da-fA-F]{32}$/, refusing("sms_account_sid_invalid")),
  authToken: z.string().trim().min(1).max(128),
});

export type SendSms = z.infer<typeof sendSmsBody>;
export type SmsAccountInput = z.infer<typeof smsAccountInput>;

export const smsItem = z
  .object({
    from: z.string().meta({ pattern: e164, example: "+15005550006" }),
    to: z.string().meta({ pattern: e164, example: "+4915112345678" }),
    status: z.enum(["sent", "failed", "delivered"]),
    message: z.string().meta({ example: "Our spring sale: https://go.example.com/3kfw9mz" }),
    date: timestamp(),
  })
  .meta({ id: "SmsMessage" });

export const smsList = z.object({
  ...counters,
  nextpage: z.int().nullable().describe("Null on the last page."),
  list: z.array(smsItem),
});

const smsNumbers = z.object({ numbers: z.array(z.string().meta({ pattern: e164, example: "+15005550006" })) });

const tag = "SMS";

const providerRefuses: RefusalCode[] = [
  "sms_account_missing",
  "sms_account_refused",
  "sms_provider_busy",
  "sms_provider_late",
  "sms_provider_says",
  "sms_provider_unreachable",
  "sms_refused",
];

export const listSmsNumbers = operation({
  method: "GET",
  path: "/api/sms/numbers",
  permission: "sms:read",
  tag,
  summary: "List your SMS numbers",
  description: "The numbers of the SMS provider account that you have connected. You can send from these.",
  refuses: providerRefuses,
  result: smsNumbers,
});

export const listSmsMessages = operation({
  method: "GET",
  path: "/api/sms/messages",
  permission: "sms:read",
  tag,
  summary: "List your messages",
  description: "Newest first. The page counters are next to `error`, and the items are in `list`.",
  query: listMessagesQuery,
  result: smsList,
});

export const sendSmsMessages = operation({
  method: "POST",
  path: "/api/sms/send",
  permission: "sms:write",
  tag,
  summary: "Send a message",
  description:
    "Links in the text are replaced by short links of your account. Each number gets its own message. If one fails, the others are still sent, and the response says how many were sent.",
  body: sendSmsBody,
  refuses: [
    ...providerRefuses,
    "alias_taken",
    "sms_link_refused",
    "sms_none_sent",
    "sms_none_sent_now",
    "sms_not_sent",
    "sms_not_sent_now",
    "sms_number_not_yours",
    "sms_too_long",
  ],
  result: messageResult,
});
