import type { Page } from "playwright";

/** Filters the list of a page by what is chosen in its menu. */
export async function filterBy(page: Page, filter: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Filter" });
  await menu.getByRole("button", { name: filter }).click();
  await menu.getByRole("button", { name: choice }).click();
}
