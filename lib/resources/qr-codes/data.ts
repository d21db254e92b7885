import { email, flag, optional } from "@/lib/contract/fields";
import { destination, pastedAddress } from "@/lib/contract/link-fields";
import { writeRefusal } from "@/lib/contract/refusal";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { isNetworkKey } from "./network-keys";
import { parseContact, parseNetwork } from "./standard-forms";

const phone = z
  .string()
  .trim()
  .max(32)
  .regex(/^\+?[\d\s()./-]*$/, refusing("phone_characters"))
  .refine((text) => text.replace(/\D/g, "").length >= 3, refusing("phone_too_short"));

const line = (length: number) => optional(z.string().trim().max(length));

const mail = z.object({ email: email(), subject: line(255), body: optional(z.string().max(2000)) });

const sms = z.object({ phone, message: optional(z.string().max(1600)) });

const hasKeyIf =
  (wanted: "wpa" | "wep") =>
  ({ pass, encryption }: { pass?: string; encryption: string }) =>
    encryption !== wanted || pass === undefined || isNetworkKey(wanted, pass);

const wifi = z
  .object({
    ssid: z
      .string()
      .min(1)
      .refine((text) => new TextEncoder().encode(text).length <= 32, refusing("network_name_too_long")),
    pass: optional(z.string().max(64)),
    encryption: z.preprocess(
      (value) => (typeof value === "string" ? value.toLowerCase() : value),
      z.enum(["wpa", "wep", "nopass"]),
    ),
    hidden: optional(flag()),
  })
  .refine(({ pass, encryption }) => encryption === "nopass" || pass !== undefined, {
    path: ["pass"],
    message: refusing("network_without_password"),
  })
  .refine(hasKeyIf("wpa"), { path: ["pass"], message: refusing("network_wpa_password") })
  .refine(hasKeyIf("wep"), { path: ["pass"], message: refusing("network_wep_password") });

const vcard = z
  .object({
    fname: line(100),
    lname: line(100),
    org: line(200),
    title: line(200),
    phone: optional(phone),
    cell: optional(phone),
    fax: optional(phone),
    email: optional(email()),
    site: optional(destination()),
    street: line(200),
    city: line(100),
    state: line(100),
    zip: line(20),
    country: line(100),
  })
  .refine(({ fname, lname, org }) => fname || lname || org, {
    path: ["fname"],
    message: refusing("contact_without_name"),
  });

/** An object, also accepted as an array with one object. */
const object = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value), schema);

/** An object, or a text in the standard form that other services put into codes. */
const written = <T extends z.ZodType>(schema: T, parse: typeof parseNetwork) =>
  z.preprocess((value, context) => {
    if (typeof value !== "string") return value;
    const parsed = parse(value);
    if ("data" in parsed) return parsed.data;
    context.addIssue({ code: "custom", message: writeRefusal(parsed.refused) });
    return z.NEVER;
  }, object(schema));

/** The data of a QR code, by type. */
export const qrData = {
  text: z
    .string()
    .max(5000)
    .refine((text) => text.trim() !== "", refusing("required")),
  vcard: written(vcard, parseContact).register(schemaRefusals, {
    codes: ["contact_text_invalid", "contact_property_unknown"],
  }),
  // Compared with short URLs, whose aliases have letters of any script.
  link: pastedAddress(),
  email: object(mail),
  phone,
  sms: object(sms),
  wifi: written(wifi, parseNetwork).register(schemaRefusals, { codes: ["network_text_invalid"] }),
};

export type QrData = { [T in keyof typeof qrData]: z.infer<(typeof qrData)[T]> };
