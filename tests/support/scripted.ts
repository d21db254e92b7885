import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { eventually } from "./wait";

const scripted = `!document.querySelector("script[src*='/_next/']") ||
  [...document.querySelectorAll("button, form")].every((element) =>
    Object.keys(element).some((key) => key.startsWith("__react")))`;

/**
 * After React has taken over an element, its effects, which listen for keys and read what was typed, run
 * in a chain of later tasks. The browser is idle once the chain has ended.
 */
const idle = "new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }))";

/** Resolves once React has taken over the elements that can be clicked. Earlier clicks would be lost. */
export const untilScripted = (page: Page): Promise<void> =>
  eventually(async () => {
    if (!(await page.evaluate(scripted))) throw new Error("The page's scripts have not come.");
    await page.evaluate(idle);
  });

/** Runs `work` while each script arrives a second later, as on a slow connection. */
export async function withSlowScripts(page: Page, work: () => Promise<void>): Promise<void> {
  await page.route(/\.js$/, async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await work();
  await page.unrouteAll({ behavior: "wait" });
}
