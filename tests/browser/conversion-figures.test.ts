import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

test("a link is set to track conversions, and its page and its campaign's show what they brought", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const split = ["a", "b"].map((name) => ({ to: `https://example.com/${name}`, weight: 1 }));
  const { id } = await owner.create({ campaign, split });
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  expect(await page.getByRole("region", { name: "Conversions" }).count()).toBe(0);
  await page.goto(`${server.url}/dashboard/links/${id}/edit`);
  await page.getByRole("combobox", { name: "Track conversions" }).selectOption("On");
  await page.locator("form button[type=submit]:visible").last().click();
  await eventually(async () => expect((await owner.show(id)).details).toMatchObject({ trackconversions: true }));

  const { shorturl } = (await owner.show(id)).details;
  const clicks: string[] = [];
  await eventually(async () => {
    const { location } = await visit(shorturl);
    clicks.push(new URL(location ?? "").searchParams.get("sp_click") ?? "");
    expect(clicks.at(-1)).not.toBe("");
  });
  const [clickid] = clicks.slice(-1);
  await owner.made("/api/conversion/add", { clickid, event: "sale", amount: 123_456, currency: "EUR" });
  await owner.made("/api/conversion/add", { clickid, event: "lead", amount: 500, currency: "JPY" });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(clicks.length));
  for (const path of [`links/${id}`, `campaigns/${campaign}`]) {
    await page.goto(`${server.url}/dashboard/${path}`);
    const card = page.getByRole("region", { name: "Conversions", exact: true });
    const text = (await card.textContent()) ?? "";
    for (const shown of ["Converted clicks1", "Revenue (EUR)€1,234.56", "Revenue (JPY)¥500", "Event: sale1"])
      expect(text).toContain(shown);
    expect(await flaws(page), path).toEqual([]);
    await keepPicture(page, `conversions of ${path.split("/")[0]}`);
  }
  await page.goto(`${server.url}/dashboard/links/${id}`);
  expect(await page.getByRole("region", { name: "Split test" }).textContent()).toContain("€1,234.56");
});
