import { optional, timestamp } from "@/lib/contract/fields";
import { counters, pageQuery } from "@/lib/contract/pagination";
import { internationalNumber } from "@/lib/contract/phone-numbers";
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

export const smsNumbers = z.object({ numbers: z.array(z.string().meta({ pattern: e164, example: "+15005550006" })) });
