import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { api } from "../support/api";
import { axe, test } from "../support/chromium";
import { newPlan } from "../support/plans";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { agents, visit } from "../support/visit";

const server = inject("server");
const admin = api(server, server.adminKey);

async function ssoUrl({ id }: TestUser): Promise<string> {
  const { status, body } = await admin.get<{ url: string }>(`/api/user/login/${id}`);
  expect(status).toBe(200);
  return body.url;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const signedInAs = (page: Page, { username }: TestUser) =>
  page.locator(`[aria-label="Account of ${username}"]`).waitFor({ state: "attached" });

describe("a single-sign-on URL", () => {
  test("opens the dashboard as that user, with an ordinary session", async ({ page }) => {
    const user = await newUser(server);
    await page.goto(await ssoUrl(user));
    expect(pathOf(page)).toMatch(/^\/dashboard/);
    await signedInAs(page, user);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: "signpost", httpOnly: true, sameSite: "Lax", path: "/" });
    expect(await sql(server, "SELECT user_agent <> '' AS known FROM sessions WHERE user_id = $1", [user.id])).toEqual([
      { known: true },
    ]);
    await page.goto(`${server.url}/dashboard/settings`);
    expect(await page.inputValue("[name=email]")).toBe(user.email);
  });

  test("replaces the session of another user", async ({ page }) => {
    const [first, second] = [await newUser(server), await newUser(server)];
    await page.goto(await ssoUrl(first));
    await page.goto(await ssoUrl(second));
    expect(pathOf(page)).toMatch(/^\/dashboard/);
    await signedInAs(page, second);
  });

  test("says at its second use that it was used", async ({ page, browser }) => {
    const user = await newUser(server);
    const url = await ssoUrl(user);
    const other = await browser.newContext();
    await (await other.newPage()).goto(url);
    await other.close();
    await page.goto(url);
    await page.getByText("This link was already used.").waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(await axe(page)).toEqual([]);
  });

  test("says after an hour that it has expired", async ({ page }) => {
    const user = await newUser(server);
    const url = await ssoUrl(user);
    await sql(server, "UPDATE one_time_tokens SET expires_at = now() WHERE kind = 'log_in' AND user_id = $1", [
      user.id,
    ]);
    await page.goto(url);
    await page.getByText("Log-in links expire after one hour.").waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  test("that never existed, or whose user was deleted, says so", async ({ page }) => {
    const user = await newUser(server);
    const url = await ssoUrl(user);
    expect((await admin.delete(`/api/user/${user.id}/delete`)).status).toBe(200);
    for (const address of [url, `${server.url}/login/sso/${"x".repeat(43)}`, `${server.url}/login/sso/%C3%A4%00`]) {
      await page.goto(address);
      await page.getByText("This log-in link does not exist.").waitFor();
    }
    expect(await page.context().cookies()).toEqual([]);
  });

  test("logs in one of ten who open it at once", async ({ page }) => {
    const user = await newUser(server);
    const url = await ssoUrl(user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => visit(url)));
    const winners = answers.filter(({ location }) => location === "/dashboard");
    expect(winners).toHaveLength(1);
    expect(winners[0]?.headers.get("set-cookie")).toMatch(/^signpost=/);
    const losers = answers.filter(({ location }) => location?.endsWith("/confirm"));
    expect(losers.filter(({ headers }) => headers.get("set-cookie") === null)).toHaveLength(9);
    expect(await sql(server, "SELECT 1 FROM sessions WHERE user_id = $1", [user.id])).toHaveLength(1);
    await page.goto(url);
    await page.getByText("This link was already used.").waitFor();
  });

  test("is not used up by HEAD, prefetches and preview bots, which get a page with a button", async ({ page }) => {
    const user = await newUser(server);
    const url = await ssoUrl(user);
    const lookers: { method?: string; headers?: Record<string, string> }[] = [
      { method: "HEAD" },
      { headers: { "sec-purpose": "prefetch" } },
      { headers: { "sec-purpose": "prefetch;prerender" } },
      { headers: { purpose: "prefetch" } },
      { headers: { "user-agent": agents.whatsapp } },
      { headers: { "user-agent": agents.slack } },
      { headers: { "user-agent": agents.facebook } },
    ];
    for (const looker of lookers) {
      const answer = await visit(url, looker);
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([303, null]);
      const shown = await visit(new URL(answer.location ?? "", url).href, looker);
      expect(shown.status).toBe(200);
      if (looker.method !== "HEAD") expect(shown.body).toMatch(/<form.*method="POST".*Log in.*<\/form>/is);
    }
    await page.goto(url);
    expect(pathOf(page)).toMatch(/^\/dashboard/);
    await signedInAs(page, user);
  });

  test("logs in with the button of that page, once, also without JavaScript", async ({ page, browser }) => {
    const user = await newUser(server);
    const url = `${await ssoUrl(user)}/confirm`;
    await page.goto(url);
    expect(await axe(page)).toEqual([]);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(url);
    await plain.getByRole("button", { name: "Log in" }).click();
    await plain.waitForURL(`${server.url}/dashboard**`);
    await context.close();
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("This link has expired or was already used. Please ask for a new one.").waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});

describe("a plan's limit in the dashboard", () => {
  test("shows its sentence in the field for new links and in the form", async ({ page }) => {
    const user = await newUser(server);
    const plan = await newPlan(server, { links: 1, alias: { enabled: false } });
    await admin.put(`/api/plan/${plan.id}/user/${user.id}`, { type: "lifetime" });
    const sentences = {
      alias: `Aliases under 5 characters are not part of the ${plan.name} plan.`,
      limit: `Your plan, ${plan.name}, allows 1 link. You have reached that limit.`,
    };
    await page.goto(await ssoUrl(user));
    await page.goto(`${server.url}/dashboard/links/new`);
    const fill = async (alias: string) => {
      await page.fill("form:has([name=custom]) [name=url]", "https://example.com/");
      await page.fill("[name=custom]", alias);
      await page.press("[name=custom]", "Enter");
    };
    await fill("abc");
    await page.getByText(sentences.alias).first().waitFor();
    expect((await api(server, user.key).post("/api/url/add", { url: "https://example.com/" })).status).toBe(200);
    await fill(`long-enough-${user.id}`);
    await page.getByText(sentences.limit).first().waitFor();
    await page.goto(`${server.url}/dashboard/links`);
    await page.locator("[name=url]").first().fill("https://example.com/");
    await page.locator("[name=url]").first().press("Enter");
    await page.getByText(sentences.limit).first().waitFor();
  });
});
