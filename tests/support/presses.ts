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

/** Chooses from the menu with the rest of a page's actions. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name }).click();
}
