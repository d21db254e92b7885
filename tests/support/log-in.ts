import type { Page } from "playwright";
import { untilScripted } from "./scripted";
import type { ServerAddress } from "./server";

/** Logs in with a browser that was about to open `path`. */
export async function logIn(
  page: Page,
  { url }: Pick<ServerAddress, "url">,
  { email, password }: { email: string; password: string },
  path: string,
) {
  await page.goto(`${url}/login?next=${encodeURIComponent(path)}`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.click("button[type=submit]");
  await page.waitForURL((location) => location.pathname === path);
  await untilScripted(page);
}
