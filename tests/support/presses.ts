import type { Page } from "playwright";

/** Counts clicks and taps in a page, from its next navigation on. Returns a function that reads the number. */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction("countPress", () => {
    presses += 1;
  });
  await page.addInitScript(
    `addEventListener("pointerdown", (event) => { if (event.isTrusted) countPress(); }, { capture: true });`,
  );
  return () => presses;
}
