import { describe, expect, inject, it } from "vitest";
import { newOwner, ok } from "../support/owned";
import { visit } from "../support/visit";

const server = inject("server");

const injected = "\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nN:Eve\r\nFN:Eve\r\nTEL:+1900\r\nEND:VCARD\r\n";

/** Hostile texts that are short enough for each field. */
const hostile: [string, string][] = [
  ["another card", injected],
  ["another card behind a CR", injected.replaceAll("\r\n", "\r")],
  ["another card behind an LF", injected.replaceAll("\r\n", "\n")],
  ["another card behind a folded line", injected.replaceAll("\r\n", "\r\n ")],
  ["another card behind separators of lines", "a\u2028END:VCARD\u2029BEGIN:VCARD\u0085TEL:+1900"],
  ["another card behind a page and a tab", "a\x0bEND:VCARD\x0cTEL:+1900\x1eTEL:+1901"],
  ["parts and parameters", 'a;b,c:d;TYPE=HOME:+1900\\n\\;"'],
  ["a backslash at the end", "a\\"],
  ["control characters", "a\x01\x07\x08\x1b[2J\x7f\x9bb"],
  ["text from right to left", "Ada \u202ecev.exe\u202c\u2066\u200f"],
  ["letters of four bytes where lines are folded", "\u{1f600}".repeat(45)],
  ["only blanks in a long line", `a${" ".repeat(80)}b`],
];

/** The card's lines, unfolded (RFC 6350, 3.2). */
const linesOf = (body: string) => body.replaceAll("\r\n ", "").split("\r\n");

/** Expects one card: each line is a known property of a contact, and no value ends a line or a part. */
function expectOneCard(body: string, parts: Record<string, number>) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that no line may hold
  expect(body.replaceAll("\r\n", "")).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/);
  for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = linesOf(body);
  expect([lines[0], lines[1], lines.at(-2), lines.at(-1)]).toEqual(["BEGIN:VCARD", "VERSION:3.0", "END:VCARD", ""]);
  for (const line of lines.slice(2, -2)) {
    const [, name = "", value = ""] =
      /^(N|FN|ORG|TITLE|TEL;TYPE=(?:VOICE|CELL|FAX)|EMAIL|URL|ADR):(.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe("");
    if (name === "URL") continue;
    // The value without its escape sequences.
    const bare = value.replace(/\\[\\;,n]/g, "");
    expect(bare).not.toMatch(/[\\,]/);
    expect([name, bare.split(";").length]).toEqual([name, parts[name] ?? 1]);
  }
}

async function expectSafeFile(url: string) {
  const { status, headers, body } = await visit(url);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/vcard; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="contact.vcf"');
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("set-cookie")).toBeNull();
  expectOneCard(body, { N: 5, ADR: 7 });
  return linesOf(body);
}

describe("a contact that a visitor saves is one card", () => {
  it.each(hostile)("from a QR code, with %s in every field", async (_, text) => {
    const { client } = await newOwner(server);
    const plain = { fname: text, lname: text, org: text, title: text, street: text, city: text };
    const data = { ...plain, state: text, zip: text.slice(0, 20), country: text, phone: "+44 20 7946 0000" };
    const { link } = await ok(client.post<{ link: string }>("/api/qr/add", { type: "vcard", data }));
    const lines = await expectSafeFile(`${link.replace("/qr/", "/q/")}.vcf`);
    expect(lines.filter((line) => line.startsWith("TEL"))).toEqual(["TEL;TYPE=VOICE:+44 20 7946 0000"]);
  });

  it.each(hostile)("from a bio page, with %s in its name", async (_, text) => {
    const { client } = await newOwner(server);
    const block = { type: "contact", name: text, email: "ada@example.com", website: "https://ada.example/?a=1;b,c" };
    const { body } = await client.post<{ link?: string }>("/api/bio/add", {
      slug: `ada-${Date.now()}${Math.random().toString(36).slice(2)}`,
      name: "Ada",
      blocks: [block],
    });
    const targets = (await visit(body.link ?? "")).body.matchAll(/href="(\/b\/[^"]+\/[^"]+)"/g);
    const path = [...targets].at(-1)?.[1] ?? "";
    const lines = await expectSafeFile(server.url + path);
    expect(lines.filter((line) => /^(TEL|EMAIL|URL)/.test(line)).map((line) => line.split(":")[0])).toEqual([
      "EMAIL",
      "URL",
    ]);
  });

  it("accepts line breaks only in free text", async () => {
    const { client } = await newOwner(server);
    for (const field of ["phone", "cell", "fax", "email", "site"]) {
      for (const text of [
        "+44 20 7946\r\nTEL:+1900",
        "ada@example.com\r\nTEL:+1900",
        "https://a.example/\r\nTEL:+1900",
      ]) {
        const data = { fname: "Ada", [field]: text };
        const { status, body } = await client.post<{ link?: string }>("/api/qr/add", { type: "vcard", data });
        if (status === 200) await expectSafeFile(`${body.link?.replace("/qr/", "/q/")}.vcf`);
        else expect(status).toBe(400);
      }
    }
  });

  it("does not exist for another type of code, or under another name", async () => {
    const { client } = await newOwner(server);
    const { link } = await ok(client.post<{ link: string }>("/api/qr/add", { type: "text", data: injected }));
    const scan = link.replace("/qr/", "/q/");
    for (const path of [".vcf", ".vcf/", ".vcf%0d%0aX: y", ".VCF"]) expect((await visit(scan + path)).status).toBe(404);
  });
});
