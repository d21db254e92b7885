import { describe, expect, it } from "vitest";
import { englishOf } from "@/lib/contract/errors";
import { refusalOfIssue } from "@/lib/contract/zod";
import { qrData } from "@/lib/resources/qr-codes/data";
import { encodePayload } from "@/lib/resources/qr-codes/payload";

const refused = (type: "wifi" | "vcard", text: string) =>
  qrData[type].safeParse(text).error?.issues.map((issue) => [issue.path.join("."), englishOf(refusalOfIssue(issue))]);

describe("a Wi-Fi network as a text", () => {
  it.each([
    ["WIFI:T:WPA;S:home;P:12345678;;", { ssid: "home", pass: "12345678", encryption: "wpa", hidden: false }],
    ["wifi:S:home;P:12345678;H:true;T:WPA2;;", { ssid: "home", pass: "12345678", encryption: "wpa", hidden: true }],
    ["WIFI:T:SAE;S:home;P:12345678;", { ssid: "home", pass: "12345678", encryption: "wpa", hidden: false }],
    ["WIFI:S:guests;;", { ssid: "guests", encryption: "nopass", hidden: false }],
    ["WIFI:T:nopass;S:guests;P:;;", { ssid: "guests", encryption: "nopass", hidden: false }],
    [
      'WIFI:T:WPA;S:Caf\\;é \\"5G\\";P:p\\;a\\:s\\,s\\\\word;;',
      { ssid: 'Caf;é "5G"', pass: "p;a:s,s\\word", encryption: "wpa", hidden: false },
    ],
    ['WIFI:T:WPA;S:"abcd";P:"1234567890";;', { ssid: "abcd", pass: "1234567890", encryption: "wpa", hidden: false }],
    [" WIFI:T:WPA;S:home;P:12345678;;\n", { ssid: "home", pass: "12345678", encryption: "wpa", hidden: false }],
  ])("has these parts: %s", (text, data) => {
    expect(qrData.wifi.parse(text)).toEqual(data);
  });

  it("is the same after it is encoded and read again", () => {
    for (const ssid of ["home", 'C;a:f,é\\ "5G"', "abcd", "nnn", "a\\nb"]) {
      const data = { ssid, pass: "n;o:t,h\\ing", encryption: "wpa" as const, hidden: true };
      expect(qrData.wifi.parse(encodePayload("code", { type: "wifi", data }))).toEqual(data);
    }
  });

  it.each([
    ["home", "", "This is not a valid Wi-Fi code."],
    ["WIFI:T:WPA;S:home;P:12345678", "", "This is not a valid Wi-Fi code."],
    ["WIFI:T:WPA;S:home;S:other;P:12345678;;", "", "This is not a valid Wi-Fi code."],
    ["WIFI:T:WPA;S:home;P:12345678;E:PEAP;;", "", "This is not a valid Wi-Fi code."],
    [`WIFI:${";".repeat(500_000)}`, "", "This is not a valid Wi-Fi code."],
    ["WIFI:T:WPA;S:home;P:1234567;;", "pass", "A WPA password"],
    ["WIFI:T:WPA;S:home;;", "pass", ""],
    ["WIFI:T:WPA2-EAP;S:home;P:12345678;;", "encryption", "This must be one of"],
    ["WIFI:T:WPA;P:12345678;;", "ssid", "This is required."],
  ])("is checked like these: %s", (text, path, message) => {
    expect(refused("wifi", text)?.[0]).toEqual([path, expect.stringContaining(message)]);
  });
});

describe("a contact as a text", () => {
  const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"].join("\r\n");

  it("has these parts", () => {
    const text = card(
      ...["N:Lovelace;Ada;King;Dr.;", "FN:Dr. Ada Lovelace", "ORG:Engines\\, Inc.;Research", "TITLE:Poet", "REV:2027"],
      ...["TEL;TYPE=WORK,VOICE:+44 20 1234", "TEL;TYPE=CELL:+44 77 1234", "item1.TEL;TYPE=fax:tel:+442099"],
      ...["EMAIL;TYPE=INTERNET:ada@example.com", "URL:https://example.com/a;b", "NOTE:"],
      ...["ADR;TYPE=WORK:;;12 St James\\n", " Square;London;;SW1;UK"],
    );
    const data = {
      ...{ fname: "Dr. Ada King", lname: "Lovelace", org: "Engines, Inc., Research", title: "Poet" },
      ...{ phone: "+44 20 1234", cell: "+44 77 1234", fax: "+442099", email: "ada@example.com" },
      ...{ site: "https://example.com/a;b", street: "12 St James\nSquare", city: "London", zip: "SW1", country: "UK" },
    };
    expect(qrData.vcard.parse(text)).toEqual(data);
    expect(qrData.vcard.parse(text.replaceAll("\r\n", "\n"))).toEqual(data);
  });

  it("uses the displayed name if it has no other", () => {
    expect(qrData.vcard.parse(card("FN:Ada Lovelace"))).toEqual({ fname: "Ada Lovelace" });
  });

  it.each([
    ["Ada", "", "This is not a valid contact."],
    ["BEGIN:VCARD\nFN:Ada", "", "This is not a valid contact."],
    [`BEGIN:VCARD\n${";".repeat(500_000)}\nEND:VCARD`, "", "This is not a valid contact."],
    [card("FN:Ada", "BDAY:18151210"), "", "Contacts do not support this property: BDAY. Please remove"],
    [
      card("FN:Ada", "EMAIL:a@example.com", "EMAIL:b@example.com"),
      "",
      "do not support this property: EMAIL. Please remove",
    ],
    [card("FN:Ada", "TITLE;ENCODING=QUOTED-PRINTABLE:=41"), "", "do not support this property: TITLE. Please remove"],
    [card("FN:Ada", "constructor:x"), "", "do not support this property: constructor. Please remove"],
    [card("FN:Ada", "nonsense"), "", "do not support this property: nonsense. Please remove"],
    [card("FN:Ada", "EMAIL:nobody"), "email", "e-mail"],
    [card("FN:Ada", "URL:javascript:alert(1)"), "site", "Only http and https"],
    [card("TITLE:Poet"), "fname", "A contact needs a first name"],
  ])("is checked like these: %#", (text, path, message) => {
    expect(refused("vcard", text)?.[0]).toEqual([path, expect.stringContaining(message)]);
  });
});
