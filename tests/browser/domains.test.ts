import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/chromium";
import { startDns, type TestDns } from "../support/dns";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

let dns: TestDns;
let server: TestServer;

beforeAll(async () => {
  dns = await startDns({
    localhost: { addresses: ["203.0.113.5"] },
    "go.example.com": { addresses: ["198.51.100.7"] },
  });
  server = await startServer({ env: { DNS_SERVERS: dns.address, DOMAIN_VERIFICATION: "pending" } });
});
afterAll(async () => {
  await server?.stop();
  await dns?.close();
});

const save = (page: Page) => page.click("form button[type=submit]");

test("a domain is added, checked, changed and deleted", async ({ page, browser }) => {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/domains");
  await page.getByText("No custom domains yet").waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);

  await page.getByRole("link", { name: "Add a domain" }).click();
  await page.getByLabel("Root of the domain").fill("example.com/home");
  await page.locator("[name=domain]").fill("go.example.com/path");
  await save(page);
  await page.getByText("Enter only the scheme and the name of the domain").waitFor();
  expect(await page.getByLabel("Root of the domain").inputValue()).toBe("https://example.com/home");
  expect(await flaws(page), "a refused form").toEqual([]);
  await page.locator("[name=domain]").fill("Go.Example.com");
  await save(page);
  await page.getByText("go.example.com points to 198.51.100.7. It must be a CNAME to localhost").waitFor();
  await page.getByText("Waiting for DNS").waitFor();
  await page.getByText("go.example.com A 198.51.100.7").waitFor();
  const path = new URL(page.url()).pathname;
  expect(await flaws(page), "the page of a domain that leads elsewhere").toEqual([]);

  dns.names["go.example.com"] = { cname: "localhost" };
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByText("go.example.com points to this service.").waitFor();
  await page.getByText("Active", { exact: true }).waitFor();
  expect(await flaws(page), "the page of a domain that leads here").toEqual([]);

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Unknown links").fill("ftp://example.com/");
  await save(page);
  await page.getByText("Only http and https addresses are allowed.").waitFor();
  await page.getByLabel("Unknown links").fill("example.com/gone");
  await page.getByLabel("Root of the domain").fill("");
  await save(page);
  await page.getByText("example.com/gone").waitFor();
  await page.getByText("“Not found” page").waitFor();

  await owner.client.post("/api/bio/add", { slug: "domain-root", name: "Ada" });
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Bio page at the root").selectOption("Ada");
  await page.getByText("Not used while a bio page is shown at the root.").waitFor();
  expect(await flaws(page), "the form of a domain with a bio page at its root").toEqual([]);
  await keepPicture(page, "a domain with a bio page at its root");
  await save(page);
  await page.getByRole("link", { name: "Bio page “Ada”" }).waitFor();

  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("Domain not found").waitFor();
  await stranger.close();

  const shown = async () => page.goto(`${server.url}${path}`);
  const state = (text: string) => sql(server, `UPDATE domains SET ${text} WHERE user_id = $1`, [owner.user.id]);
  dns.names["go.example.com"] = { addresses: ["198.51.100.7"] };
  await state("status = 'suspended', failing_since = now() - interval '4 days'");
  await shown();
  await page.getByText("since 4 days ago and is suspended").waitFor();
  await page.getByText("Suspended", { exact: true }).waitFor();
  expect(await flaws(page), "the page of a suspended domain").toEqual([]);
  await keepPicture(page, "a suspended domain");

  const other = await newUser(server);
  await sql(server, "INSERT INTO domains (user_id, host, status) VALUES ($1, 'go.example.com', 'pending')", [other.id]);
  dns.names["_signpost.go.example.com"] = { texts: ["signpost-verify=of-another"] };
  await state("status = 'pending', failing_since = NULL");
  await shown();
  await page.getByText("Unverified", { exact: true }).waitFor();
  await page.getByText("signpost-verify=of-another").waitFor();
  await page.getByRole("button", { name: "Copy the record's value" }).waitFor();
  expect(await flaws(page), "the page of a domain that needs proof").toEqual([]);
  await keepPicture(page, "a domain that needs proof");
  const value = (await page.getByText(/^signpost-verify=[0-9a-f]{32}$/).textContent()) ?? "";
  dns.names["_signpost.go.example.com"] = { texts: [value] };
  dns.names["go.example.com"] = { cname: "localhost" };
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByText("We found this record.").waitFor();
  await page.getByText("Active", { exact: true }).waitFor();
  await sql(server, "DELETE FROM domains WHERE user_id = $1", [other.id]);

  const { id } = await owner.create({ domain: "go.example.com" });
  await page.goto(`${server.url}/dashboard/domains`);
  expect(await flaws(page), "the list").toEqual([]);
  const remove = page.getByRole("dialog").getByRole("button", { name: "Delete" });
  await page.getByRole("button", { name: "More for go.example.com" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await remove.click();
  await page.getByText("This domain still has 1 link. Move or delete it first.").waitFor();
  await owner.remove(id);
  await remove.click();
  await page.getByText("No custom domains yet").waitFor();
});
