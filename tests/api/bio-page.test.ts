import { describe, expect, inject, it } from "vitest";
import { type Client, newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

const blocks = [
  { type: "heading", text: "Find me" },
  { type: "link", title: "My <b>shop</b>", url: "https://shop.example/?a=1&b=2" },
  { type: "text", text: "One line\nand <i>another</i>" },
  { type: "image", url: "https://pictures.example/a.png", alt: "A cat", link: "https://cats.example/" },
  { type: "video", url: "https://youtu.be/dQw4w9WgXcQ" },
  { type: "social", icons: [{ network: "github", url: "https://github.com/ada" }] },
  {
    type: "contact",
    name: "Ada; Lovelace",
    email: "ada@example.com",
    phone: "+44 20 7946 0000",
    website: "https://ada.example/",
  },
];

interface Details {
  visits: number;
  uniquevisits: number;
  blockclicks: number[];
}

let count = 0;
async function pageWith(body: object, client?: Client) {
  const owner = client ? { client } : await newOwner(server);
  const sent = { slug: `Ada_${Date.now()}_${count++}`, name: "Ada", ...body };
  const { id, link } = await ok(owner.client.post<{ id: number; link: string }>("/api/bio/add", sent));
  const show = async () => (await ok(owner.client.get<{ data: Details }>(`/api/bio/${id}`))).data;
  return { ...owner, id, link, show };
}

/** The addresses of what can be clicked, in order. */
const targets = (body: string) => [...body.matchAll(/href="(\/b\/[^"]+)"/g)].map(([, path]) => `${server.url}${path}`);

describe("a bio page", () => {
  it("shows its blocks in order, escaped, in one small answer with a strict policy", async () => {
    const { link } = await pageWith({ name: "Ada <3", description: "Poetical & mathematical", blocks });
    const { status, body, headers } = await visit(link);
    expect(status).toBe(200);
    const order = [
      "Ada &lt;3",
      "Poetical &amp; mathematical",
      "Find me",
      "My &lt;b&gt;shop&lt;/b&gt;",
      "and &lt;i&gt;another",
      "A cat",
    ];
    const places = [...order, "Play the video", "GitHub", "Ada; Lovelace", "Save contact"].map((text) =>
      body.lastIndexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(body).toContain('<meta property="og:title" content="Ada &lt;3">');
    expect(body).toContain('<meta property="og:description" content="Poetical &amp; mathematical">');
    expect(body).toContain('<meta property="og:image" content="https://pictures.example/a.png">');
    // The video's player is loaded only after a click.
    expect(body).not.toContain("<iframe");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'.*script-src 'nonce-[^']+'(;|$)/);
    expect(policy).toContain("frame-src https://www.youtube-nocookie.com https://player.vimeo.com");
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });

  it("dials no zero in brackets after a country code, and shows the number as typed", async () => {
    const { link } = await pageWith({ blocks: [{ type: "contact", name: "Ada", phone: "0049 (0) 30 1234" }] });
    const { body } = await visit(link);
    expect(body).toContain('<a href="tel:+49301234">0049 (0) 30 1234</a>');
    const [, card = ""] = /href="([^"]+\/[\w-]{8})"[^>]*>\s*Save contact/.exec(body) ?? [];
    expect((await visit(new URL(card, link).href)).body).toContain("TEL;TYPE=VOICE:+49 30 1234\r\n");
  });

  it("has its owner's texts in link previews, or its content if they were emptied", async () => {
    const image = "https://pictures.example/cover.png";
    const sent = { metatitle: "All of <Ada>", metadescription: "Engines", metaimage: image };
    const { client, id, link } = await pageWith({ description: "Poet", blocks, ...sent });
    const { body } = await visit(link);
    expect(body).toContain('<meta property="og:title" content="All of &lt;Ada&gt;">');
    expect(body).toContain('<meta property="og:description" content="Engines">');
    expect(body).toContain(`<meta property="og:image" content="${image}">`);
    await ok(client.put(`/api/bio/${id}/update`, { metatitle: null, metadescription: null, metaimage: null }));
    const { body: emptied } = await visit(link);
    expect(emptied).toContain('<meta property="og:title" content="Ada">');
    expect(emptied).toContain('<meta property="og:description" content="Poet">');
    expect(emptied).toContain('<meta property="og:image" content="https://pictures.example/a.png">');
  });

  it("without images and videos loads only its style and its empty icon", async () => {
    const { link } = await pageWith({ blocks: [blocks[1]] });
    const policy = (await visit(link)).headers.get("content-security-policy") ?? "";
    expect(policy.split("; ").filter((directive) => !directive.endsWith("'none'"))).toEqual([
      "img-src data:",
      expect.stringMatching(/^style-src 'nonce-/),
    ]);
  });

  it("uses its theme", async () => {
    const { link } = await pageWith({ theme: { background: "#2B1055", corners: "pill" } });
    const { body } = await visit(link);
    expect(body).toContain("--bg:#2B1055");
    expect(body).toContain("--corner:999px");
  });

  it("has its owner's image and a background, whose hosts do not learn the page's address", async () => {
    const avatar = "https://pictures.example/ada.png?a=1&b=2";
    const picture = `https://pictures.example/behind.png?"><script>alert(1)</script>`;
    const { link } = await pageWith({ avatar, theme: { picture, font: "slab" } });
    const { body, headers } = await visit(link);
    expect(body).toContain(
      '<img class="avatar" src="https://pictures.example/ada.png?a=1&amp;b=2" alt="" referrerpolicy="no-referrer">',
    );
    expect(body).toMatch(
      /<img class="behind" src="https:\/\/pictures\.example\/behind\.png\?[^"<>]*" alt="" referrerpolicy="no-referrer">/,
    );
    expect(body).not.toContain("<script");
    expect(body).toContain("body{font-family:Rockwell,");
    expect(body).toContain('<meta property="og:image" content="https://pictures.example/ada.png?a=1&amp;b=2">');
    expect(headers.get("content-security-policy")).toContain("img-src data: http: https:");
  });

  it("shows a block only during its time, and redirects from it only then", async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const link = (title: string, more: object) => ({ type: "link", title, url: `https://${title}.example/`, ...more });
    const page = await pageWith({
      blocks: [
        { type: "image", url: "https://pictures.example/old.png", until: at(-60) },
        link("always", {}),
        link("soon", { from: at(3) }),
        link("brief", { until: at(3) }),
        link("later", { from: at(3600) }),
        link("past", { until: at(-3600) }),
      ],
    });
    const shown = async () => {
      const { body } = await visit(page.link);
      expect(body).not.toContain("old.png");
      return {
        body,
        titles: ["always", "soon", "brief", "later", "past"].filter((title) => body.includes(`>${title}<`)),
      };
    };
    const before = await shown();
    expect(before.titles).toEqual(["always", "brief"]);
    const [, brief = ""] = targets(before.body);
    expect((await visit(brief)).location).toBe("https://brief.example/");
    // Nothing is written meanwhile, so the cached page itself must follow the time.
    await eventually(async () => expect((await shown()).titles).toEqual(["always", "soon"]));
    expect((await visit(brief)).status).toBe(404);
    // The owner sees the clicks of all six blocks.
    await eventually(async () => expect((await page.show()).blockclicks).toEqual([0, 0, 0, 1, 0, 0]));
  });

  it("links each block only to its own address", async () => {
    const { link } = await pageWith({ blocks });
    const found = targets((await visit(link)).body);
    const answers = await Promise.all(found.map((url) => visit(`${url}?url=https://evil.example/`)));
    expect(answers.map(({ status, location }) => location ?? status)).toEqual([
      "https://shop.example/?a=1&b=2",
      "https://cats.example/",
      "https://youtu.be/dQw4w9WgXcQ",
      "https://github.com/ada",
      "https://ada.example/",
      200,
    ]);
    const card = answers.at(-1);
    expect(card?.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(card?.headers.get("content-disposition")).toBe('attachment; filename="contact.vcf"');
    expect(card?.body).toContain("FN:Ada\\; Lovelace\r\n");
    for (const key of ["aaaaaaaa", "https://evil.example/", "..", "a"]) {
      expect([key, (await visit(`${link}/${encodeURIComponent(key)}`)).status]).toEqual([key, 404]);
    }
    // A key of another page's block does not work on this page.
    const other = await pageWith({ blocks: [{ type: "link", title: "Other", url: "https://other.example/" }] });
    const [key] = targets((await visit(other.link)).body).map((url) => url.split("/").at(-1));
    expect((await visit(`${link}/${key}`)).status).toBe(404);
  });

  it("counts visits and clicks on each block separately, by people, for its owner", async () => {
    const { client, id, link, show } = await pageWith({ blocks });
    expect(await show()).toMatchObject({ visits: 0, uniquevisits: 0, blockclicks: [0, 0, 0, 0, 0, 0, 0] });
    const [shop = "", , , , website = "", card = ""] = targets((await visit(link)).body);
    await visit(link, { headers: { "user-agent": agents.iphone } });
    await visit(link);
    await visit(link, { headers: { "user-agent": agents.whatsapp } });
    for (const url of [shop, shop, website, card]) await visit(url);
    await visit(shop, { method: "HEAD" });
    await eventually(async () =>
      expect(await show()).toMatchObject({ visits: 3, uniquevisits: 2, blockclicks: [0, 2, 0, 0, 0, 0, 2] }),
    );
    // Clicks stay with their blocks when the order changes.
    await ok(client.put(`/api/bio/${id}/update`, { blocks: blocks.toReversed() }));
    expect((await show()).blockclicks).toEqual([2, 0, 0, 0, 0, 2, 0]);
  });

  it("shows changes at once, and disappears when it is deleted", async () => {
    const { client, id, link } = await pageWith({ blocks: [blocks[1]] });
    const [old = ""] = targets((await visit(link)).body);
    await ok(
      client.put(`/api/bio/${id}/update`, {
        name: "Ada King",
        blocks: [{ ...blocks[1], url: "https://new.example/" }],
      }),
    );
    const { body } = await visit(link);
    expect(body).toContain("<h1>Ada King</h1>");
    expect((await visit(targets(body)[0] ?? "")).location).toBe("https://new.example/");
    expect((await visit(old)).status).toBe(404);
    await ok(client.delete(`/api/bio/${id}/delete`));
    expect((await visit(link)).status).toBe(404);
  });

  it("shows a change that another process made", async () => {
    const { id, link } = await pageWith({});
    await visit(link);
    await sql(server, "UPDATE bio_pages SET name = 'Changed elsewhere' WHERE id = $1", [id]);
    await eventually(async () => expect((await visit(link)).body).toContain("<h1>Changed elsewhere</h1>"));
  });

  it("is found in any case, and answers only GET", async () => {
    const { link } = await pageWith({});
    expect((await visit(link.replace(/[^/]+$/, (slug) => slug.toLowerCase()))).status).toBe(200);
    const { status, headers } = await visit(link, { method: "POST", body: "a=b" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    for (const path of ["/b/", "/b/nobody", "/b/%", "/b/nobody/aaaaaaaa"]) {
      expect([path, (await visit(server.url + path)).status]).toEqual([path, 404]);
    }
  });
});
