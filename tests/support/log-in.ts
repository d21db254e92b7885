import type { Page } from "playwright-core";
import { inject } from "vitest";

/** Logs in to the shared server in a browser, on the way to `path`. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }, path: string) {
  await page.goto(`${inject("server").url}/login?next=${encodeURIComponent(path)}`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === path);
}
