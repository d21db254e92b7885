import { expect, it } from "vitest";
import { contactFile } from "@/lib/visits/core/vcard";

const fields = [
  ...(["fname", "lname", "org", "title", "phone", "cell", "fax", "email", "site"] as const),
  ...(["street", "city", "state", "zip", "country"] as const),
];

it.each(fields)("contains none of the additions of its %s", (field) => {
  for (const end of ["\n", "\r", "\r\n", "\r\n "]) {
    const file = contactFile({ lname: "Lovelace", [field]: `https://example.com/${end}TEL:+1${end}END:VCARD` });
    const lines = file.split(/\r\n|\r|\n/);
    expect(lines.filter((line) => /^\s*(TEL:|END:)/.test(line))).toEqual(["END:VCARD"]);
  }
});
