import type { Page } from "playwright";

/** Counts what is pressed in a page with the mouse or a finger, by whatever the test does, from its next page on. */
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
