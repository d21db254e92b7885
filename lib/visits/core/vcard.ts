import { storedNumber } from "@/lib/contract/phone-numbers";
import type { Answer } from "./answer";

/** A person, an organization, or both. */
interface Contact {
  fname?: string;
  lname?: string;
  org?: string;
  title?: string;
  phone?: string;
  cell?: string;
  fax?: string;
  email?: string;
  site?: string;
  street?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
}

/** Returns the name of a contact: the person's, or the organization's. */
export function contactName({ fname, lname, org }: Contact): string {
  return [fname, lname].filter(Boolean).join(" ") || (org ?? "");
}

/**
 * Every character that some reader takes for the end of a line. RFC 6350 allows only CRLF, but its readers are written
 * in many languages.
 */
const lineEnds = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;

/** Characters that no value may contain (RFC 6350, 3.3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const controls = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;

const escaped = (text = "") =>
  text
    .replace(/[\\,;]/g, "\\$&")
    .replace(lineEnds, "\\n")
    .replace(controls, "");

/** Returns the contact as a vCard 3.0, which every phone's address book supports. */
export function contactFile(contact: Contact): string {
  const { fname, lname, org, title, phone, cell, fax, email, site, street, city, state, zip, country } = contact;
  const lines: [name: string, value: string | undefined][] = [
    ["N", [lname, fname, "", "", ""].map(escaped).join(";")],
    ["FN", escaped(contactName(contact))],
    ["ORG", org && escaped(org)],
    ["TITLE", title && escaped(title)],
    ["TEL;TYPE=VOICE", phone && escaped(storedNumber(phone))],
    ["TEL;TYPE=CELL", cell && escaped(storedNumber(cell))],
    ["TEL;TYPE=FAX", fax && escaped(storedNumber(fax))],
    ["EMAIL", email && escaped(email)],
    // Browsers ignore line breaks within a URL, but in a card they would begin another line.
    ["URL", site?.replace(/[\t\r\n]/g, "")],
    ["ADR", hasAddress(contact) ? ["", "", street, city, state, zip, country].map(escaped).join(";") : undefined],
  ];
  const present = lines.filter(([, value]) => value).map(([name, value]) => folded(`${name}:${value}`));
  return ["BEGIN:VCARD", "VERSION:3.0", ...present, "END:VCARD", ""].join("\r\n");
}

export const hasAddress = ({ street, city, state, zip, country }: Contact) =>
  Boolean(street || city || state || zip || country);

/** Continues a line after 75 bytes on the next one, after a space and never within a character. */
function folded(line: string): string {
  let result = "";
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > 75) {
      result += "\r\n ";
      bytes = 1;
    }
    result += character;
    bytes += length;
  }
  return result;
}

/** A contact as a file that phones offer to save. */
export function contactAnswer(contact: Contact): Answer {
  const headers = [
    ...["Content-Type", "text/vcard; charset=utf-8"],
    ...["Content-Disposition", 'attachment; filename="contact.vcf"'],
    ...["Cache-Control", "no-store"],
    ...["X-Content-Type-Options", "nosniff"],
  ];
  return { status: 200, headers, body: contactFile(contact) };
}
