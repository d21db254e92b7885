import type { Page } from "playwright";
import { untilScripted } from "./scripted";
import type { ServerAddress } from "./server";
import { signIn } from "./session";
import type { TestUser } from "./users";

/** Opens `path` as a user, without the log-in form, which would be half of the work of many tests. */
export async function logIn(page: Page, server: ServerAddress, { id }: Pick<TestUser, "id">, path: string) {
  await signIn(page.context(), server, id);
  await page.goto(server.url + path);
  await page.waitForURL((location) => location.pathname === path);
  await untilScripted(page);
}

/** Logs in with the form, as a browser that was about to open `path`. */
export async function logInByForm(
  page: Page,
  { url }: Pick<ServerAddress, "url">,
  { email, password }: Pick<TestUser, "email" | "password">,
  path: string,
) {
  await page.goto(`${url}/login?next=${encodeURIComponent(path)}`);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.click("button[type=submit]");
  await page.waitForURL((location) => location.pathname === path);
  await untilScripted(page);
}
