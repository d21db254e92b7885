/** A person or an organisation, or both. */
export interface Contact {
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

/** What a contact is called: a person's name, or an organisation's. */
export function nameOf({ fname, lname, org }: Contact): string {
  return [fname, lname].filter(Boolean).join(" ") || (org ?? "");
}

/** What ends a line to some reader: RFC 6350 knows CRLF alone, and its readers are written in many languages. */
const lineEnds = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;

/** What no value may hold (RFC 6350, 3.3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are it
const controls = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;

const escaped = (text = "") =>
  text
    .replace(/[\\,;]/g, "\\$&")
    .replace(lineEnds, "\\n")
    .replace(controls, "");

/** The contact as a vCard 3.0, which every phone's address book takes. */
export function contactFile(contact: Contact): string {
  const { fname, lname, org, title, phone, cell, fax, email, site, street, city, state, zip, country } = contact;
  const lines: [name: string, value: string | undefined][] = [
    ["N", [lname, fname, "", "", ""].map(escaped).join(";")],
    ["FN", escaped(nameOf(contact))],
    ["ORG", org && escaped(org)],
    ["TITLE", title && escaped(title)],
    ["TEL;TYPE=VOICE", phone && escaped(phone)],
    ["TEL;TYPE=CELL", cell && escaped(cell)],
    ["TEL;TYPE=FAX", fax && escaped(fax)],
    ["EMAIL", email && escaped(email)],
    // Line breaks within an address are nothing to browsers, and to a card the start of another line.
    ["URL", site?.replace(/[\t\r\n]/g, "")],
    ["ADR", hasAddress(contact) ? ["", "", street, city, state, zip, country].map(escaped).join(";") : undefined],
  ];
  const present = lines.filter(([, value]) => value).map(([name, value]) => folded(`${name}:${value}`));
  return ["BEGIN:VCARD", "VERSION:3.0", ...present, "END:VCARD", ""].join("\r\n");
}

export const hasAddress = ({ street, city, state, zip, country }: Contact) =>
  Boolean(street || city || state || zip || country);

/** A line goes on in the next after 75 bytes, behind a blank; never in the middle of a character. */
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
