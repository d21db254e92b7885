import { describe, expect, it } from "vitest";
import { visitors } from "@/generated/visitors";
import { locales } from "@/lib/contract/locales";
import type { Answer } from "@/lib/visits/core/answer";
import { endedOn, missing, outage, tooMany } from "@/lib/visits/pages/notices";
import { visitorWords } from "@/lib/visits/pages/words";
import { visitorPages } from "../support/visitor-pages";

const asking = (language?: string, cookie?: string) => ({ headers: { "accept-language": language, cookie } });
const inGerman = asking("de-DE,de;q=0.9,en;q=0.8");
const inEnglish = asking("en-GB,en;q=0.9,de;q=0.1");

const pages: typeof visitorPages = {
  ...visitorPages,
  missing: (_, language) => missing(null, asking(language)),
  outage: (_, language) => outage(null, asking(language)),
  "too many": (_, language) => tooMany(null, asking(language)),
};

const textsIn = (messages: object): string[] =>
  Object.values(messages).flatMap((text) => (typeof text === "string" ? text : textsIn(text)));

/** Texts of the other languages that this one does not have, up to the first placeholder. */
const foreignTo = (locale: (typeof locales)[number]) => {
  const own = textsIn(visitors[locale]);
  return locales
    .flatMap((other) => textsIn(visitors[other]))
    .filter((text) => !own.includes(text))
    .map((text) => text.split("{")[0] ?? "")
    .filter((text) => text.length > 3 && !own.some((words) => words.startsWith(text)));
};

const shown = ({ body }: Answer) => String(body).replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "");
const says = (page: string, text: string) =>
  page.split(new RegExp(`[>"]${text.replace(/[.?()]/g, "\\$&")}`)).some((rest, at) => at > 0 && !/^\p{L}/u.test(rest));

describe.each(locales)("in %s", (language) => {
  const foreign = foreignTo(language);

  it.each(Object.entries(pages))("the %s page says so, and nothing of ours in another language", async (_, make) => {
    const answer = await make("Äpfel & Birnen", language);
    const page = shown(answer);
    expect(page).toContain(`<html lang="${language}">`);
    expect(foreign.filter((text) => says(page, text))).toEqual([]);
    expect(answer.headers[answer.headers.indexOf("Vary") + 1]).toBe("Accept-Language, Cookie");
  });
});

describe("the language", () => {
  const said = (language?: string, cookie?: string) => visitorWords(asking(language, cookie)).locale;

  it("is the browser's preferred one of ours, and English without one", () => {
    expect([said("de"), said("fr-FR, de-CH;q=0.5, en;q=0.3"), said("en, de;q=0.9"), said("DE-at")]).toEqual([
      ...["de", "de", "en", "de"],
    ]);
    for (const none of [undefined, "", "fr", "*", ";;;", "x".repeat(20_000)]) expect(said(none)).toBe("en");
    expect(said(`de, ${Array.from({ length: 100 }, (_, n) => `x${n}`).join(", ")}`)).toBe("de");
  });

  it("is the one that was chosen here, regardless of the browser's preference", () => {
    expect([said("en", "a=b; language=de"), said("de", "language=en"), said("de", "language=fr")]).toEqual([
      ...["de", "en", "de"],
    ]);
  });
});

describe("a notice", () => {
  const domain = { ownerId: 7, origin: "https://go.kept.example", theme: null };

  it("is rendered once per language and domain", () => {
    for (const notice of [missing, outage, tooMany]) {
      for (const where of [null, domain]) {
        const [first, other] = [notice(where, inGerman), notice(where, inEnglish)];
        expect(first.body).not.toBe(other.body);
        expect(notice(where, inGerman)).toBe(first);
        expect(notice(where, inEnglish)).toBe(other);
      }
      expect(notice(domain, inGerman)).not.toBe(notice(null, inGerman));
      const changed = { ...domain, theme: { name: "Acme", missing: { title: "Nichts", message: "Hier ist nichts." } } };
      expect(notice(changed, inGerman).body).toContain("Acme</header>");
      expect(notice(domain, inGerman).body).toContain("go.kept.example</header>");
    }
  });

  it("keeps the owner's words in either language", () => {
    const theme = { missing: { title: "Nothing here" }, ended: { title: "Over", message: "Try again." } };
    for (const request of [inGerman, inEnglish]) {
      expect(missing({ ...domain, theme }, request).body).toContain("<h1>Nothing here</h1>");
      expect(endedOn({ ...domain, theme }, request)?.body).toContain('<h1>Over</h1><p class="kept">Try again.</p>');
    }
  });
});
