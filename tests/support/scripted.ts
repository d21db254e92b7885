import type { Page } from "playwright-core";
import { eventually } from "./wait";

const scripted = `!document.querySelector("script[src*='/_next/']") ||
  [...document.querySelectorAll("button, form")].every((element) =>
    Object.keys(element).some((key) => key.startsWith("__react")))`;

/** Resolves once React has taken over what can be clicked: before that, a click is lost. */
export const untilScripted = (page: Page): Promise<void> =>
  eventually(async () => {
    if (!(await page.evaluate(scripted))) throw new Error("The page's scripts have not come.");
  }, 20_000);
