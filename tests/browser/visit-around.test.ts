import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { axe, test } from "../support/chromium";
import { type LinkOwner, linkOwner } from "../support/links";
import { limitTo, ok } from "../support/owned";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

// This server may fetch the framed destination, which is on this machine.
const server = inject("trustingServer");
let owner: LinkOwner;
let framed = 0;
const site = createServer((_request, response) => {
  framed++;
  response
    .setHeader("Content-Type", "text/html")
    .end("<!doctype html><html lang=en><title>Shop</title><h1>The destination</h1>");
});

beforeAll(async () => {
  await once(site.listen(0, "127.0.0.1"), "listening");
  owner = await linkOwner(server);
  await limitTo(server, owner.user.id, { overlay: { enabled: true, count: null } });
});
afterAll(() => {
  site.close();
});

async function linkWith(type: string, content: object): Promise<string> {
  const { id } = await ok(owner.client.post<{ id: number }>("/api/overlay/add", { type, name: type, content }));
  const { port } = site.address() as AddressInfo;
  const { shorturl } = await owner.create({ url: `http://127.0.0.1:${port}/${id}`, type: `overlay-${id}` });
  await eventually(async () => expect((await visit(shorturl)).status).toBe(200));
  return shorturl;
}

const add = async (path: string, body: object) =>
  await ok(owner.client.post<{ link: string; list: string; id: number }>(path, body));

const overflow = (page: Page) => page.evaluate("document.documentElement.scrollWidth - innerWidth");

test("overlays are answered without loading the destination again, and closed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await linkWith("contact", { title: "Ask us", thanks: "We answer soon." }));
  expect(await axe(page), "contact").toEqual([]);
  const loaded = framed;
  await page.fill("[name=name]", "Ada");
  await page.fill("[name=email]", "ada@example.com");
  await page.fill("[name=message]", "Hello");
  await page.context().setOffline(true);
  await page.click("dialog button:text('Send')");
  await page.getByText("Your answer could not be sent. Please try again.").waitFor();
  await page.context().setOffline(false);
  await page.click("dialog button:text('Send')");
  await page.locator("dialog [role=status]:text('We answer soon.')").waitFor();
  expect(framed).toBe(loaded);
  await page.click("[aria-label=Close]");
  expect(await page.locator("dialog").isVisible()).toBe(false);

  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(await linkWith("poll", { question: "Tea or coffee?", options: ["Tea", "Coffee"] }));
  await page.check("[value=Coffee]");
  await page.click("text=Vote");
  await page.locator("dialog li:has-text('Coffee') span:text('100 % (1)')").waitFor();
  expect(await axe(page), "poll").toEqual([]);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(
    await linkWith("coupon", { text: "A tenth off", code: "SPRING10", colors: { background: "#2B1055" } }),
  );
  await page.click("text=Copy");
  await page.locator("button:text('Copied')").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("SPRING10");
  expect(await axe(page), "coupon").toEqual([]);
});

test("overlays are answered and closed without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    userAgent: agents.windows,
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await page.goto(await linkWith("newsletter", { title: "News" }));
  await page.fill("[name=email]", "ada@example.com");
  await page.click("text=Sign up");
  await page.locator("dialog:has-text('Thank you.')").waitFor();
  expect(await page.frameLocator("iframe").locator("h1").textContent()).toBe("The destination");
  await page.click("[aria-label=Close]");
  expect(await page.locator("dialog").isVisible()).toBe(false);

  await page.goto(await linkWith("coupon", { text: "A tenth off", code: "SPRING10", button: "No, thanks" }));
  expect(await page.locator("button:text('Copy')").isVisible()).toBe(false);
  expect(await page.locator("code").textContent()).toBe("SPRING10");
  await page.click("text=No, thanks");
  expect(await page.locator("dialog").isVisible()).toBe(false);
  await context.close();
});

const video = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";

test("a bio page's video is loaded only at a click, and the click is counted", async ({ page }) => {
  const slug = `video-${owner.user.id}`;
  const { id, link } = await add("/api/bio/add", { slug, name: "Ada", blocks: [{ type: "video", url: video }] });
  const requests: string[] = [];
  await page.context().route(/youtube/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Player</title>" });
  });
  await page.goto(link);
  expect(requests).toEqual([]);
  await page.click("text=Play the video");
  await page.locator("iframe").waitFor();
  await eventually(async () =>
    expect(requests).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"]),
  );

  await page.reload();
  const hop = await page.getAttribute("a.video", "href");
  expect((await visit(server.url + hop)).location).toBe(video);
  // A headless Chromium names itself, and is not counted as a visitor.
  await eventually(async () => {
    const { data } = await ok(owner.client.get<{ data: { blockclicks: number[] } }>(`/api/bio/${id}`));
    expect(data.blockclicks).toEqual([1]);
  });
});

test("the pages around links fit from 320 to 1600 px, with words of any length", async ({ page }) => {
  const url = "https://example.com/a-rather-long-path/that-goes-on-and-on-and-on-without-any-blank-in-it/at-all";
  const campaign = await add("/api/campaign/add", { name: "Spring sale", public: true });
  await owner.create({ url, campaign: campaign.id, metatitle: url });
  const qr = async (type: string, data: unknown) =>
    (await add("/api/qr/add", { type, data })).link.replace("/qr/", "/q/");
  const contact = {
    fname: "Ada",
    lname: "Lovelace",
    phone: "+44 20 7946 0000",
    email: "ada@example.com",
    site: url,
    city: "London",
  };
  const icons = ["github", "x", "youtube"].map((network) => ({ network, url }));
  const blocks = [
    { type: "heading", text: "Find me" },
    { type: "link", title: "My shop", url },
    { type: "text", text: url },
    { type: "video", url: video },
    { type: "social", icons },
    { type: "contact", name: "Ada", organization: "Ada & Co", email: "ada@example.com", website: url },
  ];
  const bio = await add("/api/bio/add", { slug: `all-${owner.user.id}`, name: "Ada", description: "مرحبا!", blocks });
  const pages = [
    bio.link,
    campaign.list,
    await qr("text", `Come at noon.\n${url}`),
    await qr("vcard", contact),
    await qr("email", { email: "ada@example.com", subject: "Hello", body: "I saw your poster." }),
    await qr("phone", "+44 20 7946 0000"),
    await qr("sms", { phone: "+44 20 7946 0000", message: "On my way" }),
  ];
  for (const address of pages) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    expect(await overflow(page), address).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1600, height: 900 });
    expect(await overflow(page), address).toBeLessThanOrEqual(0);
  }

  await page.goto(bio.link);
  const endsLeft = await page.getByText("مرحبا!").evaluate(({ firstChild: text }) => {
    const leftOf = (start: number) => {
      const range = document.createRange();
      range.setStart(text as Node, start);
      range.setEnd(text as Node, start + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(5) < leftOf(0);
  });
  expect(endsLeft, "a sentence that is written from the right ends on the left").toBe(true);
});
