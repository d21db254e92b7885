import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { answerAbout } from "@/lib/redirects/about";
import { framePage } from "@/lib/redirects/frame";
import { disabledPage, passwordPage, previewPage } from "@/lib/redirects/pages";
import type { LinkSnapshot } from "@/lib/redirects/snapshot";
import { splashPage } from "@/lib/redirects/splash";
import type { Answer } from "@/lib/visit/answer";
import type { VisitRequest } from "@/lib/visit/request";
import { test } from "../support/chromium";
import { payloads } from "../support/xss";

/** A link whose owner has written the payload wherever text is taken. */
const linkWith = (text: string): LinkSnapshot => ({
  id: 1,
  type: "splash",
  alias: "alias",
  title: text,
  createdAt: 0,
  disabled: null,
  campaignId: null,
  overlayId: null,
  destination: new URL(`https://dead.invalid/${text}?${text}#${text}`).href,
  status: 302,
  private: false,
  expiresAt: null,
  expiryUrl: null,
  clickLimit: null,
  passwordHash: null,
  rules: [],
  pixels: [],
  splash: {
    title: text,
    message: text,
    button: text,
    image: new URL(`https://dead.invalid/${text}`).href,
    countdown: 9,
  },
  metaTitle: text,
  metaDescription: text,
  metaImage: new URL(`https://dead.invalid/${text}`).href,
});

const domain = { id: 1, branded: false, origin: "https://go.example", redirectRoot: null, redirect404: null };

/** A report without a reason, which comes back with what was typed. */
const report = (text: string) =>
  ({
    method: "POST",
    url: "/alias+",
    headers: {},
    address: "192.0.2.1",
    form: async () => new URLSearchParams({ message: text, reason: text }),
  }) satisfies VisitRequest;

const pages: Record<string, (link: LinkSnapshot, text: string) => Answer | Promise<Answer>> = {
  splash: (link) => splashPage(link, link.destination, null),
  frame: (link) => framePage(link, link.destination, { pixels: null }),
  preview: (link) => previewPage(link),
  password: (link, text) => passwordPage(link, { status: 403, problem: text }),
  disabled: (_, text) => disabledPage(text),
  about: (link, text) => answerAbout(link, domain, report(text)),
};

/** What ran, and what stands in the page that could: handlers, scripts that are not ours, addresses of scripts. */
const danger = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll("*")];
    return [
      ...("ran" in window ? ["ran"] : []),
      ...elements.flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter((name) => /^on/.test(name)),
      ),
      ...[...document.scripts].filter(({ nonce }) => !nonce).map(({ text }) => text),
      ...elements.flatMap((element) => {
        const address = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
        return /^\s*javascript:/i.test(address) ? [address] : [];
      }),
    ];
  });

describe("what an owner or a visitor writes", () => {
  test("is dangerous where a page takes it as it is", async ({ page, errors }) => {
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    let ran = 0;
    for (const text of payloads.slice(0, 8)) {
      await page.goto("about:blank");
      await page.setContent(`<p>${text}</p>`);
      if ((await danger(page)).length > 0) ran++;
    }
    expect(ran).toBe(8);
    errors.length = 0;
  });

  // The policy is not sent along: the pages must be safe without it.
  test.for(Object.keys(pages))("does not run on the %s page", { timeout: 120_000 }, async (name, { page, errors }) => {
    await page.route(/dead\.invalid/, (route) => route.abort());
    for (const text of payloads) {
      const answer = await pages[name]?.(linkWith(text), text);
      await page.goto("about:blank");
      await page.setContent(String(answer?.body), { waitUntil: "domcontentloaded" });
      expect([text, await danger(page)]).toEqual([text, []]);
    }
    // Pictures and frames that were not loaded.
    errors.length = 0;
  });
});
