import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const clicked = async (shorturl: string, agent: string, times: number) => {
  for (let time = 0; time < times; time++) await visit(shorturl, { headers: { "user-agent": agent } });
};

test("statistics show which rule decided, its visitors, and where other rules would have sent them", async ({
  page,
}) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({
    url: "https://example.com/shop",
    rules: [{ when: { device: ["iphone"] }, to: "https://example.com/app" }],
  });
  await clicked(shorturl, agents.iphone, 3);
  await clicked(shorturl, agents.mac, 2);
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(5));

  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  const decided = page.getByRole("region", { name: "Clicks by rule" });
  const rows = () => decided.locator("tbody tr").allTextContents();
  expect(await rows()).toEqual(["Rule 1example.com/app60%31", "Everyone elseexample.com/shop40%21"]);
  expect(await flaws(page), "what decided").toEqual([]);
  await keepPictures(page, "decided");
  await decided.getByRole("link", { name: "Rule 1" }).click();
  await page.waitForURL(/[?&]variant=/);
  await eventually(async () => expect(await page.locator("main").textContent()).toMatch(/Clicks3(?!\d)/));

  await page.goto(`${server.url}/dashboard/links/${id}/edit`);
  await page.getByRole("button", { name: "Replay past visits" }).click();
  const panel = page.getByRole("region", { name: "Replay past visits" });
  const replay = panel.getByRole("button", { name: "Replay", exact: true });
  await replay.click();
  await panel.getByText("0 of 5 visits would have gone to a different destination.").waitFor();
  await page.getByPlaceholder("https://example.com/there").fill("https://example.com/other");
  await replay.click();
  await panel.getByText("3 of 5 visits would have gone to a different destination.").waitFor();
  await panel.getByText("→ example.com/other").waitFor();
  expect(await flaws(page), "the editor").toEqual([]);
  await keepPictures(page, "replay");
});
