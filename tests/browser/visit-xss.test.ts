import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { axe, test } from "../support/chromium";
import { linkPages, visitorPages } from "../support/visitor-pages";
import { payloads, payloadsTogether, ranIn, structuresOf } from "../support/xss";

test.for(Object.keys(linkPages))(
  "the %s page is accessible, on a phone and in the dark",
  async (name, { tolerantPage: page }) => {
    await offline(page);
    const html = await htmlOf(name, "A title, and words");
    for (const [width, colorScheme] of [
      [320, "light"],
      [1440, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.setContent(html, { waitUntil: "domcontentloaded" });
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  },
);

const htmlOf = async (name: string, text: string) => String((await visitorPages[name]?.(text))?.body);

/** Answers all requests with 204, so that nothing is loaded and no page is left. */
const offline = (page: Page) => page.route(/^http/, (route) => route.fulfill({ status: 204 }));

describe("text of an owner or a visitor", () => {
  test("runs if a page does not escape it", async ({ tolerantPage: page }) => {
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    await offline(page);
    const naive = (text: string) =>
      `<title>${text}</title><p title="${text}" class='${text}'>${text}</p><textarea>${text}</textarea><script>var a="${text}"</script>`;
    expect((await ranIn(page, payloads.map(naive))).length).toBeGreaterThanOrEqual(60);
    expect(await ranIn(page, payloadsTogether.map(naive))).toHaveLength(payloadsTogether.length - 1);
  });

  // The policy is not sent: the pages must be safe even without it.
  test.for(Object.keys(visitorPages))(
    "neither runs on the %s page nor breaks out",
    async (name, { tolerantPage: page }) => {
      await offline(page);
      const documentsOf = (texts: string[]) => Promise.all(texts.map((text) => htmlOf(name, text)));
      expect(await ranIn(page, await documentsOf(payloadsTogether), name === "hop" ? 1_000 : undefined)).toEqual([]);
      const documents = await documentsOf(payloads);
      const [expected, ...found] = await structuresOf(page, [await htmlOf(name, "Words"), ...documents]);
      expect(found.map((structure, index) => [payloads[index], structure])).toEqual(
        payloads.map((text) => [text, expected]),
      );
    },
  );
});
