import { type Refusal, refusal } from "@/lib/contract/refusal";

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
export function parseNetwork(text: string): Parsed {
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
export function parseContact(text: string): Parsed {
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
