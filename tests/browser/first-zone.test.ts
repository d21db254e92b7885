import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { api } from "../support/api";
import { uniqueText } from "../support/caller";
import { test } from "../support/chromium";
import { logInByForm } from "../support/log-in";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const server = inject("server");
const zoneOf = async (username: string) => {
  const [user] = await sql<{ zone: string | null }>(server, "SELECT time_zone AS zone FROM users WHERE username = $1", [
    username,
  ]);
  return user?.zone;
};

/** Whether the pages ask this browser for its time zone. */
const isAsked = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === "signpost-first");

test("a new account counts in the time zone of its first browser, however it logs in", async ({ browser }) => {
  const created = await newUser(server);
  const byUrl = await newUser(server);
  const { body } = await api(server, server.adminKey).get<{ url: string }>(`/api/user/login/${byUrl.id}`);
  const registered = uniqueText("zone");
  const at = async (timezoneId: string) => (await browser.newContext({ timezoneId })).newPage();

  const tokyo = await at("Asia/Tokyo");
  await tokyo.goto(`${server.url}/register`);
  await tokyo.fill("[name=username]", registered);
  await tokyo.fill("[name=email]", `${registered}@example.com`);
  await tokyo.fill("[name=password]", "quiet river stone");
  await tokyo.click("button[type=submit]");
  await tokyo.waitForURL(`${server.url}/dashboard`);
  await expect.poll(() => zoneOf(registered)).toBe("Asia/Tokyo");
  await tokyo.context().close();

  const lima = await at("America/Lima");
  await lima.goto(body.url);
  await expect.poll(() => zoneOf(byUrl.username)).toBe("America/Lima");
  await lima.context().close();

  const paris = await at("Europe/Paris");
  await logInByForm(paris, server, created, "/dashboard");
  await expect.poll(() => zoneOf(created.username)).toBe("Europe/Paris");
  const { id } = (await api(server, created.key).post<{ id: number }>("/api/url/add", { url: "https://example.com/" }))
    .body;
  await paris.goto(`${server.url}/dashboard/links/${id}`);
  await paris.getByRole("link", { name: "Europe/Paris" }).click();
  await paris.waitForURL(`${server.url}/dashboard/settings#zone`);
  expect(await paris.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Europe/Paris");
  await paris.context().close();

  // Later log-ins elsewhere change nothing, and earlier accounts keep UTC.
  const elsewhere = await at("Asia/Tokyo");
  await logInByForm(elsewhere, server, created, "/dashboard");
  expect(await isAsked(elsewhere)).toBe(false);
  expect(await zoneOf(created.username)).toBe("Europe/Paris");
  await elsewhere.context().close();
  const earlier = await newUser(server);
  await sql(server, "UPDATE users SET locale = 'en' WHERE id = $1", [earlier.id]);
  const again = await at("Asia/Tokyo");
  await logInByForm(again, server, earlier, "/dashboard");
  expect(await isAsked(again)).toBe(false);
  expect(await zoneOf(earlier.username)).toBe(null);
  await again.context().close();
});
