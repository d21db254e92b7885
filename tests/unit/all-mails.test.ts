import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { locales } from "@/lib/contract/locales";
import { allMails, hostileName } from "../support/all-mails";
import { startDatabase } from "../support/database";
import { type Mail, startSmtp } from "../support/smtp";

await startDatabase();
const { env } = await import("@/lib/platform/env");
const { pool } = await import("@/lib/platform/database/pool");

const smtp = await startSmtp();
beforeAll(async () => {
  Object.assign(env, { SMTP_URL: smtp.url, MAIL_FROM: "Größe & Co <mail@acme.example>" });
  await pool.query(`UPDATE plans SET limits = limits || '{"clicks": 1000}'`);
});
afterAll(() => smtp.close());

/** The headers that a mail may have. */
const known =
  "From To Subject Message-ID Content-Type Date MIME-Version Auto-Submitted X-Auto-Response-Suppress List-Unsubscribe List-Unsubscribe-Post Content-Transfer-Encoding Received";

const unescaped = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
const wordsOf = (text: string) => new Set(text.split(/\s+/).map((word) => word.replace(/:$/, "")));
const partsOf = ({ text, html }: Mail) => {
  const at = text.indexOf("\r\n\r\n");
  const plain = text.slice(text.indexOf("\r\n\r\n", at + 4) + 4);
  const shown = unescaped(html.replace(/<(head|style|title)>.*?<\/\1>/gs, "").replaceAll(/<[^>]*>/g, " "));
  return { head: text.slice(0, at), plain, shown };
};

/** The keys of all subjects, which are the names of the mails. */
function subjectKeys(tree: object, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (key === "subject") return [prefix.slice(0, -1)];
    return typeof value === "string" ? [] : subjectKeys(value, `${prefix}${key}.`);
  });
}

describe.each(locales)("all mails in %s", (locale) => {
  let mails: Map<string, Mail>;
  beforeAll(async () => {
    mails = await allMails(smtp.mails, locale);
    if (!process.env.SCREENSHOTS) return;
    mkdirSync("tests/browser/output/mails", { recursive: true });
    for (const [key, { html }] of mails) writeFileSync(`tests/browser/output/mails/${locale}-${key}.html`, html);
  });
  const eachMail = (check: (mail: Mail, key: string) => void) => {
    for (const [key, mail] of mails) check(mail, key);
  };

  it("are sent by the test", () => {
    const messages = JSON.parse(readFileSync(`messages/${locale}/mails.json`, "utf8"));
    expect([...mails.keys()].sort()).toEqual(subjectKeys(messages).sort());
    for (const key of mails.keys()) expect(mails.get(key)?.text, key).not.toContain(`mails.${key}`);
  });

  it("have a text part and an HTML part in UTF-8, in their language, without anything to load", () => {
    eachMail((mail, key) => {
      const { head, plain } = partsOf(mail);
      expect(head, key).toMatch(/^Content-Type: multipart\/alternative;/m);
      expect(plain.trim(), key).not.toBe("");
      expect(mail.html, key).toMatch(new RegExp(`^<!doctype html><html lang="${locale}">.*</html>\\s*$`, "s"));
      expect(mail.html, key).toContain('<meta name="color-scheme" content="light dark">');
      expect(mail.html, key).toContain("prefers-color-scheme:dark");
      expect(mail.html, key).not.toMatch(/<(?:img|script|link|iframe|object|form)\b|\ssrc=|url\(|@import/i);
    });
  });

  it("ask other programs not to reply", () => {
    eachMail((mail, key) => {
      const { head } = partsOf(mail);
      expect(head, key).toMatch(/^Auto-Submitted: auto-generated$/m);
      expect(head, key).toMatch(/^X-Auto-Response-Suppress: All$/m);
    });
  });

  it("have the same links and words in both parts", () => {
    eachMail((mail, key) => {
      const { plain, shown } = partsOf(mail);
      const inText = new Set([...plain.matchAll(/https?:\/\/\S+/g)].map(([url]) => url));
      const inHtml = new Set([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => unescaped(url)));
      expect(inHtml, key).toEqual(inText);
      const words = [...wordsOf(plain)].filter((word) => word !== "--" && !inText.has(word));
      expect(
        words.filter((word) => !wordsOf(shown).has(word)),
        key,
      ).toEqual([]);
    });
  });

  it("name the service as the operator does", () => {
    eachMail((mail, key) => {
      const { head, plain, shown } = partsOf(mail);
      expect(head, key).toMatch(/^From: "?Größe & Co"? <mail@acme\.example>$/m);
      for (const part of [plain, shown]) expect(part, key).toMatch(/Größe & Co\s+(?:http|localhost)/);
      expect(`${head}${plain}${shown}`, key).not.toMatch(/Signpost/);
    });
  });

  it("show names as text, and no name changes a header or a recipient", () => {
    eachMail((mail, key) => {
      const { head, plain, shown } = partsOf(mail);
      expect(mail.to, key).toEqual([expect.stringMatching(/^[\w-]+@example\.com$/)]);
      const headers = head.split("\r\n").map((line) => line.split(":")[0]);
      expect(
        headers.filter((name) => !known.split(" ").includes(name ?? "")),
        key,
      ).toEqual([]);
      expect(mail.html, key).not.toMatch(/<b>/);
      const named = /Zoë/.test(plain);
      if (named) for (const part of [plain, shown]) expect(part.replaceAll(/\s+/g, " "), key).toContain(hostileName);
    });
    expect([...mails].filter(([, mail]) => !/Zoë/.test(mail.text)).map(([key]) => key)).toEqual([]);
  });
});
