import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const video = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const inYouTube = "vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ";
const auto = { deeplink: { auto: true } };
const on = (agent: string, more: Record<string, string> = {}) => ({ headers: { "user-agent": agent, ...more } });
const instagram = `${agents.iphone} Instagram 424.1.0.31.54 (iPhone18,4; iOS 17_5; en_GB)`;
const instagramAndroid = `${agents.android} Instagram 355.1.0.44.103 Android (34/14; 420dpi)`;
const opensIn = (body: string) => /<a class="action" href="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");

describe("a link that opens apps", () => {
  it.each([
    ["Safari on iOS", agents.iphone, inYouTube],
    [
      "Chrome on Android",
      agents.android,
      `intent://www.youtube.com/watch?v=dQw4w9WgXcQ#Intent;scheme=https;package=com.google.android.youtube;S.browser_fallback_url=${encodeURIComponent(video)};end`,
    ],
    ["Instagram on iOS", instagram, inYouTube],
    [
      "Instagram on Android",
      instagramAndroid,
      `intent://www.youtube.com/watch?v=dQw4w9WgXcQ#Intent;scheme=https;S.browser_fallback_url=${encodeURIComponent(video)};end`,
    ],
  ])("shows a page in %s that tries the app, with a link to the web address", async (_, agent, href) => {
    const { shorturl } = await owner.create({ url: video, ...auto });
    const { status, location, headers, body } = await visit(shorturl, on(agent));
    expect([status, location]).toEqual([200, null]);
    expect(opensIn(body)).toBe(href);
    expect(body).toContain(`<a href="${video}" rel="noreferrer">Continue in the browser</a>`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*script-src 'nonce-/);
  });

  it.each(["windows", "mac", "whatsapp", "slack", "facebook"] as const)("redirects %s as usual", async (agent) => {
    const { shorturl } = await owner.create({ url: video, ...auto });
    expect(await visit(shorturl, on(agents[agent]))).toMatchObject({ status: 302, location: video });
  });

  it("redirects a phone if the destination has no app, except in another app's browser", async () => {
    const { shorturl } = await owner.create(auto);
    for (const agent of [agents.iphone, agents.android]) {
      expect(await visit(shorturl, on(agent))).toMatchObject({ status: 302, location: "https://example.com/" });
    }
    const { body } = await visit(shorturl, on(instagram));
    expect(opensIn(body)).toBe("instagram://extbrowser/?url=https%3A%2F%2Fexample.com%2F");
    expect(body).toContain('<a href="https://example.com/" rel="noreferrer">Continue here</a>');
    expect(opensIn((await visit(shorturl, on(instagramAndroid))).body)).toBe(
      "intent://example.com/#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fexample.com%2F;end",
    );
  });

  it("redirects as usual without `auto`, also in another app's browser", async () => {
    for (const deeplink of [
      undefined,
      null,
      { auto: false },
      { google: "https://play.google.com/store/apps/details?id=a.b" },
    ]) {
      const { shorturl } = await owner.create({ url: video, deeplink });
      expect(await visit(shorturl, on(instagram))).toMatchObject({ status: 302, location: video });
    }
  });

  it("opens the app of the rule's destination, with its parameters", async () => {
    const { shorturl } = await owner.create({
      ...auto,
      rules: [{ when: { language: ["de"] }, to: "https://wa.me/491701234567" }],
      parameters: [{ name: "text", value: "a b&c" }],
    });
    const { body } = await visit(shorturl, on(agents.iphone, { "accept-language": "de-DE" }));
    expect(opensIn(body)).toBe("whatsapp://send?phone=491701234567&text=a+b%26c");
    expect(body).toContain('<html lang="de">');
    expect(body).toContain("Weiter im Browser");
    expect(await visit(shorturl, on(agents.iphone))).toMatchObject({ status: 302 });
  });

  it("redirects to `apple` and `google`, and opens their apps", async () => {
    const apple = "https://apps.apple.com/app/id874139669";
    const { shorturl } = await owner.create({ deeplink: { auto: true, apple } });
    expect(opensIn((await visit(shorturl, on(agents.iphone))).body)).toBe("itms-apps://apps.apple.com/app/id874139669");
  });

  it.each(["frame", "splash"])("shows the page of type %s instead", async (type) => {
    const { shorturl } = await owner.create({ url: video, type, ...auto });
    const { body } = await visit(shorturl, on(agents.iphone));
    expect(body).not.toContain(inYouTube);
  });

  it("asks for the password first, and counts each visit once", async () => {
    const { id, shorturl } = await owner.create({ url: video, password: "word", ...auto });
    expect((await visit(shorturl, on(agents.iphone))).body).toContain("This link is password-protected");
    const { status, location, headers } = await visit(shorturl, {
      method: "POST",
      body: new URLSearchParams({ password: "word" }),
      ...on(agents.iphone, { origin: new URL(shorturl).origin, referer: shorturl }),
    });
    expect([status, location]).toEqual([303, new URL(shorturl).pathname]);
    const cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    const shown = await visit(shorturl, on(agents.iphone, { cookie, referer: shorturl }));
    expect(opensIn(shown.body)).toBe(inYouTube);
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(1));
  });

  it("counts each visit once, and ends after its limit", async () => {
    const { id, shorturl } = await owner.create({ url: video, clicklimit: 2, ...auto });
    for (const agent of [agents.iphone, agents.android]) expect((await visit(shorturl, on(agent))).status).toBe(200);
    expect((await visit(shorturl, on(agents.iphone))).status).toBe(404);
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(2));
  });

  it("shows the destination on `+`, and answers HEAD with the redirect", async () => {
    const { shorturl } = await owner.create({ url: video, ...auto });
    expect((await visit(`${shorturl}+`, on(agents.iphone))).body).toContain("About this link");
    expect(await visit(shorturl, { method: "HEAD", ...on(agents.iphone) })).toMatchObject({
      status: 302,
      location: video,
    });
  });

  it("opens nothing for an address with a name and a password, and escapes it on the page", async () => {
    const { shorturl } = await owner.create({
      url: `${video}"><script>alert(1)</script>&#39;#Intent;package=evil;end`,
      ...auto,
    });
    for (const agent of [agents.iphone, agents.android, instagram, instagramAndroid]) {
      const { body } = await visit(shorturl, on(agent));
      expect(body).not.toContain("<script>alert");
      expect(opensIn(body)).toMatch(/^(intent|vnd\.youtube):[\x21-\x7e]+$/);
    }
  });

  it("is shown by the simulator, and keeps `auto` when it is shown and exported", async () => {
    const { id } = await owner.create({ url: video, ...auto });
    const simulate = async (userAgent: string) =>
      (await owner.client.post<{ opens: string | null; destination: string }>(`/api/url/${id}/simulate`, { userAgent }))
        .body;
    expect(await simulate(agents.iphone)).toMatchObject({ opens: "YouTube", destination: video });
    expect(await simulate(agents.windows)).toMatchObject({ opens: null, destination: video });
    const other = await owner.create(auto);
    const { body } = await owner.client.post(`/api/url/${other.id}/simulate`, { userAgent: instagram });
    expect(body).toMatchObject({ opens: "browser", destination: "https://example.com/" });
    expect((await owner.show(id)).details.deeplink).toEqual({ auto: true, apple: null, google: null });
  });

  it("is reached by its campaign's rotator at its own address, and counts the visit once", async () => {
    const owner = await linkOwner(server);
    const slug = `apps${process.pid}`;
    const { id: campaign } = await owner.made("/api/campaign/add", { name: "Apps", slug, public: true });
    const { id, shorturl } = await owner.create({ url: video, campaign, ...auto });
    const { status, location } = await visit(`${server.url}/r/${slug}`, on(agents.iphone));
    expect([status, location && new URL(location, server.url).href]).toEqual([302, new URL(shorturl).href]);
    expect(opensIn((await visit(shorturl, on(agents.iphone))).body)).toBe(inYouTube);
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(1));
  });
});
