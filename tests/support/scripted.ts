import type { Page } from "playwright";
import { eventually } from "./wait";

const scripted = `!document.querySelector("script[src*='/_next/']") ||
  [...document.querySelectorAll("button, form")].every((element) =>
    Object.keys(element).some((key) => key.startsWith("__react")))`;

/**
 * What React has found it has not taken over yet: its effects, which listen for keys and read what was typed, come
 * later, in tasks of which one leads to the next. A browser is idle once none is left.
 */
const idle = "new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }))";

/** Resolves once React has taken over what can be clicked: before that, a click is lost. */
export const untilScripted = (page: Page): Promise<void> =>
  eventually(async () => {
    if (!(await page.evaluate(scripted))) throw new Error("The page's scripts have not come.");
    await page.evaluate(idle);
  }, 20_000);
