import type { Page } from "playwright";
import { afterAll, expect } from "vitest";
import { test } from "../support/chromium";
import { logIn } from "../support/log-in";
import { startServer } from "../support/server";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const server = await startServer();
afterAll(() => server.stop());

const mains = (page: Page) => page.locator("main").count();

/** Runs `work` while a table has another name, so that every page that reads it fails. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await sql(server, `ALTER TABLE ${table} RENAME TO gone`);
  try {
    await work();
  } finally {
    await sql(server, `ALTER TABLE gone RENAME TO ${table}`);
  }
}

/** Opens a page and gives up as soon as the first part of its answer arrives. */
async function abort(path: string, headers: Record<string, string>): Promise<void> {
  const stop = new AbortController();
  await fetch(server.url + path, { headers, signal: stop.signal }).catch(() => undefined);
  stop.abort();
}

test("each error page has one main element, and none makes Next complain about a missing request", async ({
  tolerantPage: page,
}) => {
  const user = await newUser(server, { admin: true });
  await logIn(page, server, user, "/dashboard/links");
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(server.url + path, { waitUntil: "domcontentloaded" });
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect([path, await mains(page)]).toEqual([path, 1]);
    expect([path, await page.getByRole("heading", { level: 1 }).count()]).toEqual([path, 1]);
  };
  for (const path of ["/dashboard/nowhere", "/docs/nowhere", "/login/nowhere", "/dashboard/admin/nowhere"])
    await open(path, /not found$/);
  await open("/dashboard/links/999999999", "Link not found");
  await open("/dashboard/campaigns/999999999", "Campaign not found");
  await without("qr_codes", () => open("/dashboard/qr-codes", "Something went wrong"));
  await without("members", () => open("/dashboard/links", "Something went wrong"));

  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const path of ["/", "/dashboard/links", "/dashboard/nowhere", "/docs", "/nowhere/at/all"]) {
    await abort(path, { cookie });
    await abort(path, { cookie, rsc: "1", "next-router-state-tree": "nonsense" });
    for (const origin of [server.url, "https://evil.example"]) {
      const headers = { cookie, origin, "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" };
      await fetch(server.url + path, { method: "POST", headers, body: "[]" });
    }
  }
  await page.goto("about:blank");
  expect(server.logs()).not.toContain("outside a request scope");
});
