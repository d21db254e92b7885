import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { flaws } from "../support/look";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const run = promisify(execFile);
const docs = () => `${inject("server").url}/docs`;

describe("the reference", () => {
  test("is accessible and fits, in every width and colour scheme", async ({ page }) => {
    await page.goto(docs());
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
    expect(await flaws(page)).toEqual([]);
  });

  test("shows every operation of the served document, at an address of its own", async ({ page }) => {
    const response = await fetch(`${inject("server").url}/api/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    await page.goto(`${docs()}#addLink`);
    const distance = "Math.abs(document.getElementById('addLink').getBoundingClientRect().top)";
    await eventually(async () => expect(await page.evaluate(distance)).toBeLessThan(100));
    // At once: each look at a page of this size takes a while.
    const named = (selector: string, name: string) =>
      page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((found) => found.${name})`);
    const articles = await named("article[id]", "id");
    const links = await named("aside a[href]", "hash.slice(1)");
    const times = (all: string[]) => ids.map((id) => [id, all.filter((one) => one === id).length]);
    expect(times(articles)).toEqual(ids.map((id) => [id, 1]));
    expect(times(links)).toEqual(ids.map((id) => [id, 1]));
  });

  test("loads nothing from elsewhere", async ({ page }) => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(docs(), { waitUntil: "networkidle" });
    expect([...hosts]).toEqual([inject("server").url]);
  });

  test("has a quick start that works as copied", async ({ page }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(docs());
    await page.getByRole("tab", { name: "JavaScript" }).click();
    await page.getByRole("button", { name: "Copy: Create a link, then read its clicks (JavaScript)" }).click();
    await page.getByText("Copied").waitFor();
    const code = String(await page.evaluate("navigator.clipboard.readText()"));
    const { key } = await newUser(inject("server"));
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code.replace("your-api-key", key)]);
    expect(stdout).toMatch(new RegExp(`^${inject("server").url}/\\w+\\n0\\n$`));
  });
});
