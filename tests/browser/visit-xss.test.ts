import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { axe, test } from "../support/chromium";
import { linkWith, visitorPages } from "../support/visitor-pages";
import { payloads } from "../support/xss";

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

test.for(Object.keys(visitorPages))(
  "the %s page is accessible, on a phone and in the dark",
  async (name, { page, errors }) => {
    await page.route(/dead\.invalid/, (route) => route.abort());
    const answer = await visitorPages[name]?.(linkWith("A title, and words"), "A sentence.");
    for (const [width, colorScheme] of [
      [320, "light"],
      [1440, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.setContent(String(answer?.body), { waitUntil: "domcontentloaded" });
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
    errors.length = 0;
  },
);

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
  test.for(Object.keys(visitorPages))(
    "does not run on the %s page",
    { timeout: 120_000 },
    async (name, { page, errors }) => {
      await page.route(/dead\.invalid/, (route) => route.abort());
      for (const text of payloads) {
        const answer = await visitorPages[name]?.(linkWith(text), text);
        await page.goto("about:blank");
        await page.setContent(String(answer?.body), { waitUntil: "domcontentloaded" });
        expect([text, await danger(page)]).toEqual([text, []]);
      }
      // Pictures and frames that were not loaded.
      errors.length = 0;
    },
  );
});
