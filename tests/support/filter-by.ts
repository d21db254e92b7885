import type { Page } from "playwright";

/** Filters a page's list by a choice in its menu. */
export async function filterBy(page: Page, filter: string | RegExp, choice: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Filter" });
  await menu.getByRole("button", { name: filter }).click();
  await menu.getByRole("button", { name: choice }).click();
}
