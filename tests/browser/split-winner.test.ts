import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, keepPictures, widths } from "../support/look";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";

const split = ["https://example.com/a", "https://example.com/b"].map((to) => ({ to, weight: 1 }));
const result = {
  date: "2026-11-20 10:00:00",
  outcome: "winner",
  winner: 1,
  shares: [
    { visitors: 4_000, conversions: 372 },
    { visitors: 4_100, conversions: 496 },
  ],
};

test("a split test ends automatically: it is set up, shown with its figures, and can be undone", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id } = await owner.create({ split });
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  await page.goto(`${server.url}/dashboard/links/${id}/edit`);
  await page.getByRole("checkbox", { name: "Choose the winner automatically" }).check();
  await page.getByRole("textbox", { name: "End after days" }).fill("0");
  const save = page.locator("form button[type=submit]:visible").last();
  await save.click();
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByRole("textbox", { name: "End after days" }).fill("30");
  expect(await flaws(page), "the editor").toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await keepPicture(page, `split winner editor ${width}`);
  }
  await save.click();
  await page.waitForURL(/\/dashboard\/links\/\d+$/);
  await page.getByText(/running since .* Without a winner it ends after 30 days/).waitFor();

  await sql(server, "UPDATE links SET rules = jsonb_set(rules, '{0,finish,result}', $2) WHERE id = $1", [
    id,
    JSON.stringify(result),
  ]);
  await page.reload();
  const won =
    /Destination 2 won on Nov 20, 2026 .*: 12\.1% vs\. 9\.3% conversions per visitor, with an error probability of at most 5%/;
  await page.getByText(won).waitFor();
  await page.getByText("The winner gets all visitors now.").waitFor();
  expect(await flaws(page), "a winner").toEqual([]);
  await keepPictures(page, "split winner");
  await page.goto(`${server.url}/dashboard/links/${id}/history`);
  await page.getByText(won).first().waitFor();
  await page.goto(`${server.url}/dashboard/links/${id}`);
  await page.getByRole("button", { name: "Undo and split visitors again" }).click();
  await page.getByText(/running since/).waitFor();
  expect((await owner.show(id)).details.splitfinish).toEqual({ days: 30, since: expect.any(String) });
});

test("everyone is sent to the better destination at a click, which can be undone", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ split });
  let converted = 0;
  for (let number = 0; number < 40; number++) {
    const headers = { "user-agent": agents.mac.replace("17.5", `17.${number}`) };
    const { location } = await visit(shorturl, { headers });
    if (location !== split[1]?.to) continue;
    await visit(`${shorturl}+done`, { headers });
    converted += 1;
  }
  await expect
    .poll(async () => (await owner.show(id)).data.splits?.[0]?.conversions, { timeout: 30_000 })
    .toBe(converted);
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  const card = page.getByRole("region", { name: "Split test" });
  await card.getByText("Destination 2 performs better than the other one.").waitFor();
  await card.getByText(/Expect [\d.]+ more conversions per 100 visitors \([\d.]+ to [\d.]+\)\./).waitFor();
  await card.getByText("All visitors since the link has had these destinations").waitFor();
  expect(await card.getByText("Unique visitors").filter({ visible: true }).count()).toBe(1);
  expect(await card.getByText("everyone else").filter({ visible: true }).count()).toBe(0);
  expect(await flaws(page), "a decided split").toEqual([]);
  await keepPictures(page, "split decided");
  const state = async () => {
    const { longurl, split } = (await owner.show(id)).details;
    return { longurl, split };
  };
  const before = await state();
  await card.getByRole("button", { name: "Send everyone to 2" }).click();
  await page.getByText("Everyone gets destination 2 now").waitFor();
  expect(await state()).toEqual({ longurl: split[1]?.to, split: [] });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(state).toEqual(before);
  await card.getByRole("button", { name: "Send everyone to 2" }).waitFor();
});
