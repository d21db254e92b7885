import type { Page } from "playwright";
import { expect } from "vitest";
import { axe } from "./chromium";
import { allTests } from "./tier";

/** Saves a picture of a page in tests/browser/output, if SCREENSHOTS is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const path = `tests/browser/output/${name.replaceAll(" ", "-")}.png`;
  if (process.env.SCREENSHOTS) await page.screenshot({ path, fullPage: true });
}

export const widths = [390, 1440];
/** Tables have the least space here, because below it some of their columns are hidden. */
const laptop = 1280;

export const schemes = ["light", "dark"] as const;

/** The color schemes that are checked: both only in `npm run test:all`. */
export const checkedSchemes = allTests ? schemes : schemes.slice(0, 1);

/** Saves pictures of a page in every width and color scheme, if SCREENSHOTS is set. Then it looks as before. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await keepPicture(page, `${name} ${width} ${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}

/**
 * Returns what is wrong with a page once it has loaded, or `[]`. It must fit a phone and a desk, and the columns of its
 * tables a laptop. axe checks the desk in light colors, and in `npm run test:all` both widths and both color schemes.
 * Errors in the console fail the test anyway. `except` matches elements that something else covers right now.
 */
export async function flaws(page: Page, except: string[] = []): Promise<string[]> {
  const found: string[] = [];
  await untilLoaded(page);
  // This is checked once, because it does not depend on the look.
  if ((await page.locator("h1").count()) !== 1) found.push("there is not exactly one h1");
  await page.setViewportSize({ width: laptop, height: 900 });
  found.push(...(await brokenHeads(page)).map((word) => `${laptop} px: a column is too narrow for “${word}”`));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of checkedSchemes) {
      await page.emulateMedia({ colorScheme });
      const where = `${width} px, ${colorScheme}`;
      const overflow = await overflowOf(page, width);
      if (overflow > 0) found.push(`${where}: ${overflow} px too wide`);
      if (!allTests && width !== widths.at(-1)) continue;
      // A button that is partly under a header that stays in view counts as too small.
      await page.evaluate("scrollTo(0, 0)");
      // The color scheme changes nothing but colors.
      const violations = await axe(page, { colorsOnly: colorScheme !== schemes[0], except });
      found.push(...violations.map((violation) => `${where}: ${violation}`));
    }
  }
  return found;
}

/** Waits for what arrives after a page: its title, the parts that the server streams, and content behind a spinner. */
async function untilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.title(), { message: "the title of the page" }).not.toBe("");
  const placeholders = page.locator(".mantine-Skeleton-root, .mantine-Loader-root");
  await expect.poll(() => placeholders.count(), { message: "placeholders and spinners of the page" }).toBe(0);
}

/** The visible frame of a live preview; the next one is drawn behind it. */
export const preview = (page: Page) => page.frameLocator("iframe[title=Preview]:first-child");

/** By how many pixels a page is wider than its window. A page that was just narrowed may need a moment. */
async function overflowOf(page: Page, width: number): Promise<number> {
  const overflow = async () => Number(await page.evaluate("document.documentElement.scrollWidth")) - width;
  await expect
    .poll(overflow, { timeout: 2_000 })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined);
  return overflow();
}

/** Returns the words in the heads of columns that are broken into several lines. */
const brokenHeads = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("th")].flatMap((head) => {
    const broken = [];
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { index, 0: word } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  })`);
