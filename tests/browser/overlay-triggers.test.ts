import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { axe, test, testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, keepPictures, preview, schemes, widths } from "../support/look";
import { ok } from "../support/owned";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

// This server may fetch the destination, which is on this machine.
const server = inject("trustingServer");
const text = "<h1>The destination</h1><p>A page that is much longer than the window.</p>".repeat(40);
const site = createServer((_, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end(`<!doctype html><title>Elsewhere</title>${text}`);
});

beforeAll(async () => {
  await once(site.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  site.close();
});

let count = 0;
async function shown(content: object, type = "message") {
  const owner = await linkOwner(server);
  const { id } = await ok(owner.client.post<{ id: number }>("/api/overlay/add", { type, name: "Sale", content }));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/${count++}`;
  const { shorturl } = await owner.create({ url, type: `overlay-${id}` });
  await eventually(async () => expect((await visit(shorturl)).status).toBe(200));
  const counted = async () => {
    const { data } = await ok(owner.client.get<{ data: Record<string, number> }>(`/api/overlay/${id}`));
    return [data.impressions, data.responses];
  };
  return { owner, id, url: shorturl, counted };
}

/** Poses as a person's browser: a headless one names itself and counts as a bot. */
async function asPerson(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setUserAgentOverride", { userAgent: agents.windows });
}

const dialog = (page: Page) => page.locator("dialog");
const offer = { text: "Half price until Sunday.", button: "Show me", url: "https://example.com/sale" };

test("a delayed overlay is counted when it is seen, and its click once", async ({ tolerantPage: page, errors }) => {
  // `page` would wait until the browser is idle, which a stopped clock never tells.
  page.on("pageerror", (error) => errors.push(String(error)));
  const { url, counted } = await shown({ ...offer, button: "Fine", url: undefined, trigger: "delay", delay: 2 });
  await asPerson(page);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1);
  await page.goto(url);
  await page.clock.runFor(1_999);
  expect(await dialog(page).isVisible()).toBe(false);
  expect(await counted()).toEqual([0, 0]);
  await page.clock.runFor(1);
  await dialog(page).waitFor();
  await page.clock.resume();
  await eventually(async () => expect(await counted()).toEqual([1, 0]));
  await page.getByRole("button", { name: "Fine" }).click();
  await dialog(page).waitFor({ state: "hidden" });
  await eventually(async () => expect(await counted()).toEqual([1, 1]));
  expect(errors).toEqual([]);
});

test("an overlay on exit intent appears once, when the pointer leaves at the top", async ({ page }) => {
  const { url, counted } = await shown({ ...offer, trigger: "exit", position: "center" });
  await asPerson(page);
  await page.goto(url);
  // A pointer that enters from above does not count as leaving.
  await page.mouse.move(500, 2);
  await page.mouse.move(500, 300, { steps: 10 });
  await page.frameLocator("iframe").getByText("The destination").first().waitFor();
  await page.waitForTimeout(400);
  expect(await dialog(page).isVisible()).toBe(false);
  await page.mouse.move(520, 3, { steps: 30 });
  await dialog(page).waitFor();
  expect(await axe(page)).toEqual([]);
  await eventually(async () => expect(await counted()).toEqual([1, 0]));
  await page.getByRole("button", { name: "Close" }).click();
  await page.mouse.move(500, 300, { steps: 10 });
  await page.waitForTimeout(400);
  await page.mouse.move(520, 3, { steps: 30 });
  expect(await dialog(page).isVisible()).toBe(false);
  expect(await counted()).toEqual([1, 0]);
});

test("overlays keep their places on phones and desktops, and never cover the report link", async ({ page }) => {
  for (const position of ["bottom-right", "bottom-left", "center", "top", "bottom"]) {
    const { url } = await shown({ ...offer, position });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(url);
      const box = await dialog(page).boundingBox();
      if (!box) throw new Error("There is no overlay.");
      const [middle, centre] = [box.x + box.width / 2, box.y + box.height / 2];
      if (position === "center") expect([middle, centre].map(Math.round)).toEqual([width / 2, 350]);
      if (position === "top") expect([box.x, box.y, box.width]).toEqual([0, 0, width]);
      if (position === "bottom") expect([box.x, box.y + box.height, box.width]).toEqual([0, 700, width]);
      if (position.endsWith("-left")) expect(box.x).toBe(16);
      if (position.endsWith("-right")) expect(box.x + box.width).toBe(width - 16);
      // The button for reports can be pressed.
      await page.locator("footer a").click({ trial: true });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await keepPicture(page, `overlay ${position} ${width} ${colorScheme}`);
      }
      expect(await axe(page), position).toEqual([]);
    }
  }
  const poll = { question: "Tea or coffee?", options: ["Tea", "Coffee"], position: "top" };
  await page.goto((await shown(poll, "poll")).url);
  await keepPicture(page, "overlay poll in a bar");
  await page.getByLabel("Tea").check();
  await page.getByRole("button", { name: "Vote" }).click();
  await page.getByText("100 % (1)").first().waitFor();
});

testWithSandbox("an overlay's place and time are chosen, its results shown", async ({ page }) => {
  const { owner, id, url, counted } = await shown(offer);
  for (const event of ["shown", "shown", "shown", "used"])
    await visit(url, { method: "POST", body: new URLSearchParams({ overlay: event }) });
  await eventually(async () => expect(await counted()).toEqual([3, 1]));
  await logIn(page, server, owner.user, "/dashboard/overlays");
  const row = page.getByRole("row").filter({ hasText: "Sale" });
  await row.getByText("33.3%").waitFor();
  expect(await flaws(page), "the list").toEqual([]);
  await page.getByRole("link", { name: "Sale" }).click();
  const results = page.getByRole("region", { name: "Results" });
  await results.getByText("33.3%").waitFor();
  expect(await results.locator("dd").allInnerTexts()).toEqual(["3", "1", "33.3%"]);
  await keepPictures(page, "overlay results");
  expect(await flaws(page), "the results").toEqual([]);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Bar at the top" }).click();
  await preview(page).locator("dialog").waitFor();
  await expect.poll(async () => (await preview(page).locator("dialog").boundingBox())?.height ?? 999).toBeLessThan(200);
  await page.getByLabel("Show", { exact: true }).selectOption({ label: "After a delay" });
  await page.getByLabel("Delay in seconds, 1 to 300").fill("301");
  // The editor shows it at once, regardless of its trigger.
  await preview(page).getByText("Half price").waitFor();
  await page.click("form button[type=submit]");
  await page.getByText("This must be at most 300.").waitFor();
  await page.evaluate("scrollTo(0, 0)");
  await keepPictures(page, "overlay editor");
  expect(await flaws(page), "the editor").toEqual([]);
  await page.getByLabel("Delay in seconds, 1 to 300").fill("30");
  await page.click("form button[type=submit]");
  await page.waitForURL("**/dashboard/overlays");
  const { data } = await ok(owner.client.get<{ data: { content: object } }>(`/api/overlay/${id}`));
  expect(data.content).toMatchObject({ position: "top", trigger: "delay", delay: 30 });
});
