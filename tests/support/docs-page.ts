import type { Page } from "playwright";
import { flaws } from "./look";

/**
 * Returns what is wrong with a page of the API reference, like `flaws`. All but three operations are removed to save
 * time: another test checks them.
 */
export async function flawsAround(page: Page): Promise<string[]> {
  await page.evaluate("for (const operation of [...document.querySelectorAll('article')].slice(3)) operation.remove()");
  return flaws(page);
}
