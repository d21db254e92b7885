import { readFile } from "node:fs/promises";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { signIn } from "../support/session";
import { copied, devices, tasksOn, type User } from "../support/tasks";
import { agents, visit } from "../support/visit";

const server = inject("server");
const links = "/dashboard/links";

/** An account with links and two campaigns. The first campaign has two clicks. */
async function busyOwner() {
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user);
  const mark = owner.user.id;
  const campaigns = [];
  for (const name of ["Spring", "Autumn"]) campaigns.push((await owner.made("/api/campaign/add", { name })).id);
  await owner.made("/api/tag/add", { name: "Fair" });
  const alias = (name: string) => `${name}-${mark}`;
  const first = await owner.create({ custom: alias("shoes"), title: "Running shoes", campaign: campaigns[0] });
  await owner.create({ custom: alias("maps"), title: "Trail maps", campaign: campaigns[1] });
  await owner.create({ custom: alias("cards"), title: "Gift cards" });
  for (const agent of [agents.mac, agents.windows]) await visit(first.shorturl, { headers: { "user-agent": agent } });
  await expect.poll(async () => (await owner.show(first.id)).details.clicks).toBe(2);
  return { ...owner, ...first, alias };
}

const row = ({ page }: User, title: string) => page.getByRole("row", { name: new RegExp(title) });

test.for(devices)("links are created, found, tagged and measured in few steps on $name", async (device, { page }) => {
  const owner = await busyOwner();
  await signIn(page.context(), server, owner.user.id);
  const task = await tasksOn(page, server, device);
  const field = page.locator("main").getByLabel("New link: the URL to shorten");
  const made = page.getByRole("region", { name: "Your new link" });
  const more = (title: string) => page.getByRole("button", { name: `More for ${owner.alias(title)}` });
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });

  await task("shorten a URL", "/dashboard", [3, 3], async ({ click, type, press }) => {
    await click(field);
    await type("https://example.com/a-long-address");
    await press("Enter");
    await made.waitFor();
    await expect.poll(() => copied(page)).toMatch(/^http.+\/\w+$/);
  });
  await task("shorten a URL with an alias", "/dashboard", [3, 3], async ({ click, type, press }) => {
    await click(field);
    await type(`https://example.com/sale ${owner.alias("sale")}`);
    await press("Enter");
    await made.getByText(owner.alias("sale")).waitFor();
    await expect.poll(() => copied(page)).toContain(owner.alias("sale"));
  });
  await task("find a link and copy it", "/dashboard", [3, 5], async ({ click, type, press, isPhone }) => {
    if (isPhone) {
      await click(page.getByRole("button", { name: "Navigation", exact: true }));
      await click(page.getByRole("button", { name: /^Go to/ }));
    } else await press("Control+k");
    const hit = page.getByRole("button", { name: /Running shoes/ });
    await page.getByPlaceholder("Search links, or go to a page").waitFor();
    await type("Running shoes");
    await hit.waitFor();
    if (isPhone) {
      await click(hit);
      await click(page.getByRole("button", { name: "Copy", exact: true }));
    } else await press("Alt+c");
    await expect.poll(() => copied(page)).toBe(owner.shorturl);
  });
  await task("archive a link and undo it", links, [3, 3], async (user) => {
    await user.click(more("cards"));
    await user.click(item("Archive"));
    await row(user, "Gift cards").waitFor({ state: "detached" });
    await user.click(page.getByRole("button", { name: "Undo", exact: true }));
    await row(user, "Gift cards").waitFor();
  });
  await task("tag three links at once", links, [5, 5], async ({ click }) => {
    for (const name of ["shoes", "maps", "cards"])
      await click(page.getByRole("checkbox", { name: new RegExp(owner.alias(name)) }));
    await click(page.getByRole("button", { name: "Add tag" }));
    await click(item("Fair"));
    await page.getByText("Tag Fair added to 3 links").waitFor();
  });
  await task("undo a bulk change in the audit log", "/dashboard", [2, 3], async ({ click, goTo }) => {
    await goTo("Audit log");
    await click(page.getByRole("button", { name: "Undo", exact: true }).first());
    await page.getByText("3 links are back to the previous settings.").waitFor();
    expect((await owner.list()).urls.filter(({ tags }) => String(tags) !== "")).toEqual([]);
  });
  await task("download a link's QR code as SVG", links, [2, 2], async (user) => {
    await user.click(row(user, "Running shoes").getByRole("link").first());
    const downloading = page.waitForEvent("download");
    await user.click(page.getByRole("link", { name: "SVG", exact: true }));
    expect(await readFile(await (await downloading).path(), "utf8")).toContain("<svg");
  });
  await task("see the last week of a link", links, [2, 2], async (user) => {
    await user.click(row(user, "Running shoes").getByRole("link").first());
    const week = page.getByRole("link", { name: "7 days", exact: true });
    await user.click(week);
    await week.and(page.locator("[aria-current=true]")).waitFor();
    await page.getByText("2 total").first().waitFor();
  });
  await task("share a link's statistics", links, [4, 4], async (user) => {
    await user.click(row(user, "Running shoes").getByRole("link").first());
    await user.click(page.getByRole("button", { name: "Share", exact: true }));
    await user.click(page.getByRole("button", { name: "Create shared page" }));
    await user.click(page.getByRole("button", { name: "Copy the address of the shared page" }));
    await expect.poll(() => copied(page)).toContain("/share/");
  });
  await task("compare two campaigns", "/dashboard", [1, 1], async (user) => {
    await user.goTo("Campaigns");
    for (const [name, clicks] of [
      ["Spring", "2"],
      ["Autumn", "0"],
    ] as const)
      await row(user, name).getByText(clicks, { exact: true }).waitFor();
  });
  await task("export links as CSV", links, [3, 4], async ({ click, isPhone }) => {
    // A phone offers to select all once a link is selected.
    if (isPhone) await click(page.getByRole("checkbox", { name: new RegExp(owner.alias("shoes")) }));
    await click(page.getByRole("checkbox", { name: "Select all on this page" }));
    await click(page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "More" }));
    const downloading = page.waitForEvent("download");
    await click(item("Export as CSV"));
    const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(1 + 5);
  });
});
