import type { Page } from "playwright";

/** Shows a list in its card of statistics, and returns that card. */
export async function openList(page: Page, name: string) {
  const card = page.locator("main section", { has: page.getByRole("radio", { name, exact: true }) });
  await card.getByRole("radio", { name, exact: true }).check();
  return card;
}
