import { email, flag, optional } from "@/lib/contract/fields";
import { destination, pastedAddress } from "@/lib/contract/link-fields";
import { type Refusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { refusing, schemaRefusals, z } from "@/lib/contract/zod";
import { isNetworkKey } from "./network-keys";

/** The data in a text of a standard form, by this service's names, or why it is refused. */
type Parsed = { data: Record<string, unknown> } | { refused: Refusal };

/** Far more than fits into a code. */
const longest = 10_000;

/** Splits at semicolons that have no backslash before them. */
function parts(text: string): string[] {
  const found = [""];
  for (const [part] of text.matchAll(/(?:\\[\s\S]|[^\\;])+|;/g)) {
    if (part === ";") found.push("");
    else found.push((found.pop() ?? "") + part);
  }
  return found;
}

const unescaped = (text: string, lineBreak = "n") =>
  text.replace(/\\([\s\S])/g, (_, escaped: string) => (escaped.toLowerCase() === "n" ? lineBreak : escaped));

/** Parses the form that phones read: `WIFI:T:WPA;S:name;P:password;;`. */
function parseNetwork(text: string): Parsed {
  const notOne = { refused: refusal("network_text_invalid") };
  const [, body] = /^WIFI:([\s\S]*;)$/i.exec(text.trim()) ?? [];
  if (body === undefined || text.length > longest) return notOne;
  const fields = new Map<string, string>();
  for (const part of parts(body).filter((part) => part !== "")) {
    const [, name = "", value = ""] = /^([a-z]+\d?):([\s\S]*)$/i.exec(part) ?? [];
    if (!["T", "S", "P", "H"].includes(name.toUpperCase()) || fields.has(name.toUpperCase())) return notOne;
    // In quotes, digits that could be hexadecimal bytes are text.
    fields.set(name.toUpperCase(), unescaped(/^"([^"]*)"$/.exec(value)?.[1] ?? value));
  }
  const encryption = (fields.get("T") || "nopass").toLowerCase();
  return {
    data: {
      ssid: fields.get("S"),
      pass: fields.get("P"),
      encryption: /^(?:wpa[23]?|sae)$/.test(encryption) ? "wpa" : encryption,
      hidden: /^(?:true|1)$/i.test(fields.get("H") ?? ""),
    },
  };
}

/** Properties that contain nothing about the person. */
const formal = ["VERSION", "PRODID", "REV", "UID", "KIND", "SOURCE"];

const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(" ");

/** Maps each property of a contact (RFC 6350), by the parts of its value, to this service's names. */
const properties: Record<string, (values: string[], types: string) => Record<string, string>> = {
  N: ([family, given, more, before, behind]) => ({
    fname: joined(before, given, more),
    lname: joined(family, behind),
  }),
  ORG: (values) => ({ org: values.filter(Boolean).join(", ") }),
  TITLE: ([title = ""]) => ({ title }),
  TEL: ([number = ""], types) => ({
    [/fax/i.test(types) ? "fax" : /cell|mobile/i.test(types) ? "cell" : "phone"]: number.replace(/^tel:/i, ""),
  }),
  EMAIL: ([email = ""]) => ({ email: email.replace(/^mailto:/i, "") }),
  URL: (values) => ({ site: values.join(";") }),
  ADR: ([box, more, street, city = "", state = "", zip = "", country = ""]) => ({
    street: joined(street, more, box),
    ...{ city, state, zip, country },
  }),
};

/** Parses `BEGIN:VCARD … END:VCARD`. Refuses properties that cannot be stored, rather than losing them. */
function parseContact(text: string): Parsed {
  const [, body] = /^BEGIN:VCARD\r?\n([\s\S]*?)\r?\nEND:VCARD$/i.exec(text.trim()) ?? [];
  if (body === undefined || text.length > longest) return { refused: refusal("contact_text_invalid") };
  const data: Record<string, string> = {};
  let shownName = "";
  for (const line of body.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const [, called = "", types = "", value = ""] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):([\s\S]*)$/.exec(line) ?? [];
    const name = called.toUpperCase();
    if (formal.includes(name)) continue;
    const values = parts(value).map((part) => unescaped(part, "\n").trim());
    if (name === "FN") shownName = values.join(";");
    else if (called === "" || value.trim() !== "") {
      const found = Object.hasOwn(properties, name) ? properties[name]?.(values, types) : undefined;
      const kept = Object.entries(found ?? {}).filter(([, text]) => text !== "");
      // A second property of the same kind, an unknown one, or an encoded value.
      if (kept.length === 0 || kept.some(([field]) => field in data) || /encoding/i.test(types)) {
        return { refused: refusal("contact_property_unknown", { name: (called || line).slice(0, 40) }) };
      }
      Object.assign(data, Object.fromEntries(kept));
    }
  }
  return { data: { ...(!data.fname && !data.lname && shownName && { fname: shownName }), ...data } };
}

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
