import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const aboutOf = ({ shorturl }: { shorturl: string }) => `${shorturl}+`;

describe("a splash page", () => {
  const content = {
    title: "One <moment>",
    message: "To our shop & back.",
    image: "https://img.example/a.png?a&b",
    button: "Go on",
    countdown: 7,
    skip: true,
  };
  const splash = async (values = {}) => {
    // The Free plan has few splash pages.
    const owner = await linkOwner(server);
    const { body } = await owner.client.post("/api/splash/add", { name: "A", content: { ...content, ...values } });
    const page = (body as { id: number }).id;
    return { owner, page, ...(await owner.create({ type: `splash-${page}`, url: "https://example.com/?a=1&b=<2>" })) };
  };

  it("shows its owner's text, and redirects automatically and with a button", async () => {
    const { shorturl } = await splash();
    const { status, headers, body } = await visit(shorturl);
    expect(status).toBe(200);
    expect(headers.get("refresh")).toBe("7;url=https://example.com/?a=1&b=%3C2%3E");
    for (const text of [
      "<h1>One &lt;moment&gt;</h1>",
      "To our shop &amp; back.",
      'src="https://img.example/a.png?a&amp;b"',
      '<a class="action" href="https://example.com/?a=1&amp;b=%3C2%3E" rel="noreferrer">Go on</a>',
      '<meta property="og:title" content="One &lt;moment&gt;">',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain("visibility:hidden");
  });

  it("shows its button late if skipping is not allowed, and does not redirect without a countdown", async () => {
    expect((await visit((await splash({ skip: false })).shorturl)).body).toContain("come 0s 7s");
    const waiting = await visit((await splash({ countdown: undefined, skip: false })).shorturl);
    expect(waiting.headers.get("refresh")).toBeNull();
    expect(waiting.body).not.toContain("visibility:hidden");
    expect(waiting.body).not.toContain("<script");
  });

  it("is the service's own if the link has none", async () => {
    const { body, headers } = await visit((await owner.create({ type: "splash" })).shorturl);
    expect(body).toContain("This link leads to example.com.");
    expect(headers.get("refresh")).toBe("5;url=https://example.com/");
  });

  it("changes at once when its owner edits it, and is counted", async () => {
    const { id, page, shorturl, owner } = await splash();
    await visit(shorturl);
    await owner.client.put(`/api/splash/${page}/update`, { content: { title: "New" } });
    await eventually(async () => expect((await visit(shorturl)).body).toContain("<h1>New</h1>"));
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBeGreaterThan(1));
  });

  it("applies the link's rules and its limit", async () => {
    const devicetarget = [{ device: "windows", link: "https://windows.example/" }];
    const { shorturl } = await owner.create({ type: "splash", devicetarget, clicklimit: 1 });
    expect((await visit(shorturl)).body).toContain("windows.example");
    expect((await visit(shorturl)).status).toBe(404);
  });
});

describe("a link preview", () => {
  const previews = {
    ...{ whatsapp: agents.whatsapp, slack: agents.slack, facebook: agents.facebook },
    twitter: "Twitterbot/1.0",
    telegram: "TelegramBot (like TwitterBot)",
    discord: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    linkedin: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    imessage:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    teams: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    bluesky: "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
    mastodon: "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot",
  };
  const meta = { metatitle: "Ours <b>", metadescription: "A & B", metaimage: "https://img.example/card.png" };

  it.each(Object.entries(previews))("for %s shows the owner's words, and counts no visit", async (_, agent) => {
    const { id, shorturl } = await owner.create({ ...meta, clicklimit: 1 });
    const preview = await visit(shorturl, { headers: { "user-agent": agent } });
    expect([preview.status, preview.location]).toEqual([200, null]);
    expect(preview.body).toContain('<meta property="og:title" content="Ours &lt;b&gt;">');
    expect(preview.body).toContain('<meta property="og:description" content="A &amp; B">');
    expect(preview.body).toContain('<meta property="og:image" content="https://img.example/card.png">');
    expect((await visit(shorturl)).location).toBe("https://example.com/");
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(1));
  });

  it.each(["whatsapp", "slack", "facebook", "twitter"] as const)(
    "for %s has an image that it can load",
    async (name) => {
      const image = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#1e3c5a" } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.set("url", "https://example.com/");
      form.set("metaimage", new Blob([new Uint8Array(image)]), "card.png");
      const headers = { authorization: `Bearer ${owner.user.key}` };
      const answer = await fetch(`${server.url}/api/url/add`, { method: "POST", headers, body: form });
      const { shorturl } = (await answer.json()) as { shorturl: string };
      const limited = await owner.create({ ...meta, clicklimit: 1 });
      const { body } = await visit(shorturl, { headers: { "user-agent": previews[name] } });
      const tags = new Map(
        [...body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(([, a, b]) => [a, b]),
      );
      expect(tags.get("og:image")).toMatch(/^http:\/\/[^/]+\/uploads\/[\da-f]{32}$/);
      expect([tags.get("twitter:card"), tags.get("og:type")]).toEqual(["summary_large_image", "website"]);
      const picture = await fetch(tags.get("og:image") ?? "", { headers: { "user-agent": previews[name] } });
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
      const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect([tags.get("og:image:width"), tags.get("og:image:height")]).toEqual([`${width}`, `${height}`]);
      // The size of an image elsewhere is not known.
      const elsewhere = await visit(limited.shorturl, { headers: { "user-agent": previews[name] } });
      expect(elsewhere.body).not.toContain("og:image:width");
    },
  );

  it.each(["direct", "splash", "frame"])("of a %s link without its own words is the destination's", async (type) => {
    const { shorturl } = await owner.create({ type });
    const { location } = await visit(shorturl, { headers: { "user-agent": previews.twitter } });
    expect(location).toBe("https://example.com/");
  });

  it.each([["direct"], ["splash"], ["frame"]])(
    "of a private %s link shows none of the owner's words, and redirects",
    async (type) => {
      const { shorturl } = await owner.create({ ...meta, title: "Ours <b>", type, status: "private" });
      for (const agent of Object.values(previews)) {
        const { location, body } = await visit(shorturl, { headers: { "user-agent": agent } });
        expect(location).toBe("https://example.com/");
        expect(body).not.toContain("Ours");
      }
      const { body } = await visit(shorturl);
      expect(body).not.toMatch(/Ours|A &amp; B|card\.png/);
    },
  );

  it("of a private link with a click limit shows none of the owner's words, either", async () => {
    const { shorturl } = await owner.create({ ...meta, clicklimit: 1, status: "private" });
    const { body } = await visit(shorturl, { headers: { "user-agent": agents.slack } });
    expect(body).not.toMatch(/Ours|A &amp; B|card\.png/);
  });

  it("is not sent to search engines", async () => {
    const { shorturl } = await owner.create(meta);
    const google = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    expect((await visit(shorturl, { headers: { "user-agent": google } })).location).toBe("https://example.com/");
  });

  it("of a link with a password shows only the owner's texts", async () => {
    const { shorturl } = await owner.create({ ...meta, password: "secret" });
    const { body } = await visit(shorturl, { headers: { "user-agent": previews.slack } });
    expect(body).toContain("Ours &lt;b&gt;");
    expect(body).not.toContain("example.com/");
  });
});

describe("the page about a link", () => {
  it("shows the destination, and counts no visit", async () => {
    const url = "https://example.com/path?a=1&b=<2>";
    const link = await owner.create({ url, devicetarget: [{ device: "mac", link: "https://mac.example/" }] });
    const { status, body } = await visit(aboutOf(link));
    expect(status).toBe(200);
    expect(body).toContain("<dd>example.com</dd>");
    expect(body).toContain("<dd>https://example.com/path?a=1&amp;b=%3C2%3E</dd>");
    expect(body).toContain("<dd>https://mac.example/</dd>");
    expect(body).toContain(new Date().toISOString().slice(0, 10));
    expect(body).not.toContain(owner.user.username);
    expect((await owner.show(link.id)).details.clicks).toBe(0);
  });

  it("does not show what a password protects", async () => {
    const { body } = await visit(aboutOf(await owner.create({ password: "secret" })));
    expect(body).toContain("Protected by a password");
    expect(body).not.toContain("example.com");
  });

  it("is missing if the link is", async () => {
    const links = [{ status: "off" }, { expiry: "2020-01-01 00:00:00" }].map((values) => owner.create(values));
    for (const link of [...(await Promise.all(links)), { shorturl: `${server.url}/none` }]) {
      const { status, body } = await visit(aboutOf(link));
      expect([status, body.includes("Link not found")]).toEqual([404, true]);
    }
  });
});

describe("a report", () => {
  const report = (values: Record<string, string>, headers: Record<string, string> = {}) => ({
    method: "POST",
    body: new URLSearchParams(values),
    headers,
  });
  const reportsOf = (id: number) => sql(server, "SELECT reason, message FROM reports WHERE link_id = $1", [id]);

  it("is stored with its reason and text", async () => {
    const link = await owner.create();
    const { status, body } = await visit(
      aboutOf(link),
      report({ reason: "phishing", message: " It is <b>not</b> us. " }),
    );
    expect([status, body.includes("Thank you")]).toEqual([200, true]);
    expect(await reportsOf(link.id)).toEqual([{ reason: "phishing", message: "It is <b>not</b> us." }]);
  });

  it.each([
    ["without a reason", { message: "text" }, "Please choose a reason."],
    ["for an unknown one", { reason: "boredom" }, "Please choose a reason."],
    ["that is too long", { reason: "spam", message: "x".repeat(1001) }, "1,000 characters"],
  ])("%s is rejected, and the typed text stays", async (_, values: Record<string, string>, sentence) => {
    const link = await owner.create();
    const { status, body } = await visit(aboutOf(link), report(values));
    expect([status, body.includes(sentence)]).toEqual([400, true]);
    expect(body).toContain(`${values.message ?? ""}</textarea>`);
    expect(await reportsOf(link.id)).toEqual([]);
  });

  it("from another site is rejected", async () => {
    const link = await owner.create();
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await visit(aboutOf(link), report({ reason: "spam" }, headers))).status).toBe(403);
    expect(await reportsOf(link.id)).toEqual([]);
  });
});

describe("a disabled link", () => {
  it("shows the reason at once, and does not redirect until it is enabled", async () => {
    const link = await owner.create({ expiryurl: "https://after.example/" });
    expect((await visit(link.shorturl)).status).toBe(302);
    const reason = `Phishing <${randomUUID()}>`;
    await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, $2)", [link.id, reason]);
    for (const url of [link.shorturl, aboutOf(link)]) {
      const { status, body } = await eventually(async () => {
        const answer = await visit(url);
        expect(answer.status).toBe(410);
        return answer;
      });
      expect(status).toBe(410);
      expect(body).toContain("This link is disabled");
      expect(body).toContain(reason.replace("<", "&lt;").replace(">", "&gt;"));
      expect(body).not.toContain("example.com");
    }
    await sql(server, "DELETE FROM disabled_links WHERE link_id = $1", [link.id]);
    await eventually(async () => expect((await visit(link.shorturl)).status).toBe(302));
  });
});
