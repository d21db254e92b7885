import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";

const server = inject("server");

interface BioPage {
  id: number;
  slug: string;
  name: string;
  description: string;
  link: string;
  date: string;
  theme?: object;
  blocks?: object[];
  pixels?: number[];
}

const url = "https://example.com/";
const theme = {
  ...{ background: "#F8F9FA", backgroundto: "#E7F5FF", picture: "https://example.com/behind.png", font: "serif" },
  ...{ text: "#000000", button: "#5C7CFA", buttontext: "#FFFFFF", corners: "pill" },
};
const video = { type: "video", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" };
const blocks = [
  { type: "heading", text: "Find me" },
  { type: "link", title: "My shop", url },
  { type: "text", text: "All sorts of things." },
  { type: "image", url, alt: "My shop", link: url },
  { type: "image", url },
  video,
  {
    type: "social",
    icons: [
      { network: "github", url },
      { network: "x", url },
    ],
  },
  {
    type: "contact",
    name: "Ada",
    organization: "Ada & Co",
    phone: "+44 20 7946 0000",
    email: "ada@example.com",
    website: url,
  },
  { type: "contact", name: "Ada" },
  { type: "link", title: "My shop", url },
  { type: "text", text: "Soon.", from: "2026-12-01 08:00:00", until: "2026-12-24 18:00:00" },
];

let count = 0;
const newSlug = () => `Page-${Date.now()}-${count++}`;

const add = (client: Client, body: object = {}) =>
  ok(
    client.post<{ error: number; id: number; link: string }>("/api/bio/add", { slug: newSlug(), name: "Ada", ...body }),
  );
const show = async (client: Client, id: number) => (await ok(client.get<{ data: BioPage }>(`/api/bio/${id}`))).data;
const list = async (client: Client) => (await ok(client.get<{ data: { bio: BioPage[] } }>("/api/bio"))).data.bio;

describe("GET /api/bio", () => {
  itLists({ server, list: "/api/bio", key: "bio", create: async (client) => (await add(client)).id });

  it("contains id, slug, name, description, link and date, and nothing else", async () => {
    const { client } = await newOwner(server);
    const slug = newSlug();
    const { id } = await add(client, { slug, description: "Poet", blocks });
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await list(client)).toEqual([
      { id, slug, name: "Ada", description: "Poet", link: `${server.url}/b/${slug}`, date },
    ]);
  });
});

describe("POST /api/bio/add", () => {
  it("returns id and link, {base}/b/<slug> as sent", async () => {
    const { client } = await newOwner(server);
    for (const slug of [newSlug(), `Été_${newSlug()}`]) {
      const answer = await add(client, { slug });
      expect(answer).toEqual({ error: 0, id: expect.any(Number), link: `${server.url}/b/${slug}` });
    }
  });

  it("accepts a theme and every kind of block, and returns them in order as sent", async () => {
    const { client } = await newOwner(server);
    const avatar = "https://example.com/ada.jpg";
    const { id } = await add(client, { description: "Poet", avatar, theme, blocks });
    expect(await show(client, id)).toMatchObject({ name: "Ada", description: "Poet", avatar, theme, blocks });
    await ok(client.put(`/api/bio/${id}/update`, { avatar: null }));
    expect(await show(client, id)).toMatchObject({ avatar: null, theme });
  });

  it("accepts days and ISO times for a block's time: from a day's start, until its end", async () => {
    const { client } = await newOwner(server);
    const text = { type: "text", text: "Soon." };
    const { id } = await add(client, {
      blocks: [
        { ...text, from: "2026-12-01", until: "2026-12-01" },
        { ...text, from: "2026-12-01T09:30:00+02:00" },
        { ...text, from: null, until: "" },
      ],
    });
    expect((await show(client, id)).blocks).toEqual([
      { ...text, from: "2026-12-01 00:00:00", until: "2026-12-01 23:59:59" },
      { ...text, from: "2026-12-01 07:30:00" },
      text,
    ]);
  });

  it("is empty by default", async () => {
    const { client } = await newOwner(server);
    for (const body of [
      {},
      { description: null, theme: null, blocks: null, pixels: null },
      { description: "", theme: "", blocks: "", pixels: "" },
    ]) {
      const { id } = await add(client, body);
      expect(await show(client, id)).toMatchObject({ description: "", theme: {}, blocks: [], pixels: [] });
    }
  });

  it("requires slug and name", async () => {
    const { client } = await newOwner(server);
    for (const field of ["slug", "name"]) {
      const bodies = ["", null, undefined].map((value) => ({ slug: newSlug(), name: "Ada", [field]: value }));
      await expectRefusals([(body) => client.post("/api/bio/add", body)], [[field, bodies]]);
    }
    expect(await list(client)).toEqual([]);
  });
});

describe("its pixels", () => {
  const pixelOf = async (client: Client) =>
    (await ok(client.post<{ id: number }>("/api/pixel/add", { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" })))
      .id;

  it("are those that were sent, replaced by later ones, and none for null and []", async () => {
    const { client } = await newOwner(server);
    const [first, second] = [await pixelOf(client), await pixelOf(client)];
    const { id } = await add(client, { pixels: [second, first] });
    const expectPixels = async (pixels: number[]) => expect((await show(client, id)).pixels).toEqual(pixels);
    await expectPixels([first, second]);
    for (const [sent, shown] of [
      [undefined, [first, second]],
      ["", [first, second]],
      [[second], [second]],
      [[], []],
      [[first], [first]],
      [null, []],
    ] as const) {
      await ok(client.put(`/api/bio/${id}/update`, { pixels: sent }));
      await expectPixels([...shown]);
    }
    await ok(client.put(`/api/bio/${id}/update`, { pixels: [first, second] }));
    await ok(client.delete(`/api/pixel/${first}/delete`));
    await expectPixels([second]);
  });

  it("must belong to the account", async () => {
    const [owner, other] = [await newOwner(server), await newOwner(server)];
    const { id } = await add(owner.client);
    const theirs = await pixelOf(other.client);
    for (const pixel of [theirs, 2_147_483_647]) {
      for (const answer of [
        await owner.client.post<Failure>("/api/bio/add", { slug: newSlug(), name: "Ada", pixels: [pixel] }),
        await owner.client.put<Failure>(`/api/bio/${id}/update`, { name: "Changed", pixels: [pixel] }),
      ]) {
        const message = "This is not one of your pixels.";
        expect([answer.status, answer.body.errors]).toEqual([400, [{ path: "pixels", code: "not_yours", message }]]);
      }
    }
    expect(await list(owner.client)).toMatchObject([{ id, name: "Ada" }]);
  });
});

describe("a slug", () => {
  it("that is taken is rejected, in any case, on creation and change", async () => {
    const [owner, other] = [await newOwner(server), await newOwner(server)];
    const slug = newSlug();
    const mine = await add(owner.client, { slug });
    const theirs = await add(other.client);
    const before = await show(other.client, theirs.id);
    for (const taken of [slug, slug.toUpperCase()]) {
      for (const answer of [
        await other.client.post<Failure>("/api/bio/add", { slug: taken, name: "Copy" }),
        await other.client.put<Failure>(`/api/bio/${theirs.id}/update`, { slug: taken, name: "Copy" }),
      ]) {
        const message = "That slug is taken. Please choose another one.";
        expect([answer.status, answer.body]).toEqual([
          409,
          { error: 1, code: "slug_taken", message, errors: [{ path: "slug", code: "slug_taken", message }] },
        ]);
      }
    }
    expect(await list(other.client)).toHaveLength(1);
    expect(await show(other.client, theirs.id)).toEqual(before);
    await ok(owner.client.put(`/api/bio/${mine.id}/update`, { slug: slug.toLowerCase() }));
    expect((await show(owner.client, mine.id)).link).toBe(`${server.url}/b/${slug.toLowerCase()}`);
  });

  it("can be equal to that of a link or a campaign, which have other addresses", async () => {
    const owner = await linkOwner(server);
    const slug = newSlug();
    await owner.create({ custom: slug });
    await ok(owner.client.post("/api/campaign/add", { slug }));
    await add(owner.client, { slug });
  });
});

it("rejects each wrong field by its path, on creation and change, and stores nothing", async () => {
  const { client } = await newOwner(server);
  const { id } = await add(client, { theme, blocks });
  const before = await show(client, id);
  const sent = (field: string, values: unknown[]): [string, object[]] => [
    field,
    values.map((value) => ({ slug: newSlug(), name: "Changed", [field]: value })),
  ];
  const inTheme = (field: string, values: unknown[]): [string, object[]] => {
    const [, bodies] = sent(
      "theme",
      values.map((value) => ({ [field]: value })),
    );
    return [`theme.${field}`, bodies];
  };
  /** A good block, then a bad one. */
  const inBlock = (field: string, base: object, values: unknown[]): [string, object[]] => {
    const name = field.split(".")[0] ?? "";
    const [, bodies] = sent(
      "blocks",
      values.map((value) => [video, { ...base, [name]: value }]),
    );
    return [`blocks.1.${field}`, bodies];
  };
  const badUrls = ["nope", "javascript:alert(1)", "ftp://example.com/", 5, {}];
  const [link, image] = [
    { type: "link", title: "Shop", url },
    { type: "image", url },
  ];
  const contact = { type: "contact", name: "Ada" };
  await expectRefusals(
    [(body) => client.post("/api/bio/add", body), (body) => client.put(`/api/bio/${id}/update`, body)],
    [
      sent("slug", [5, true, {}, [], "x".repeat(65), "a b", "a/b", "a.b", "..", "api", "Login"]),
      sent("name", [5, true, {}, [], "x".repeat(101), "a\0b"]),
      sent("description", [5, {}, [], "x".repeat(1001), "a\0b"]),
      sent("theme", [5, "dark", [5]]),
      sent("metatitle", [5, "x".repeat(256)]),
      sent("metadescription", [5, "x".repeat(1001)]),
      sent("metaimage", [5, "picture", "ftp://example.com/a.png"]),
      inTheme("background", ["red", 5]),
      inTheme("corners", ["sharp", 5]),
      inTheme("backgroundto", ["red", 5]),
      inTheme("font", ["Comic Sans", 5, "serif,x}"]),
      inTheme("picture", badUrls),
      sent("avatar", [5, "me", "javascript:alert(1)", "ftp://example.com/a.png"]),
      inBlock("from", link, [5, "tomorrow", "2026-02-31 00:00:00"]),
      inBlock("until", link, [5, "unfinished", "2026-12-01 25:00:00"]),
      inBlock("until", { ...link, from: "2026-12-02 00:00:00" }, ["2026-12-01", "2026-12-02 00:00:00"]),
      sent("pixels", [5, "x", {}, Array(51).fill(1)]),
      sent("blocks", [5, "text", {}, Array(101).fill(video)]),
      inBlock("type", {}, ["html", "script", 5, null, undefined]),
      inBlock("title", link, ["", null, 5, "x".repeat(101), "a\0b"]),
      inBlock("url", link, [...badUrls, null, ""]),
      inBlock("text", { type: "heading" }, ["", null, 5, "x".repeat(101)]),
      inBlock("text", { type: "text" }, ["", null, 5, "x".repeat(2001)]),
      inBlock("url", image, [...badUrls, null, ""]),
      inBlock("alt", image, [5, "x".repeat(101)]),
      inBlock("link", image, badUrls),
      inBlock("icons", { type: "social" }, [null, 5, [], Array(19).fill({ network: "x", url })]),
      inBlock("icons.0.network", { type: "social" }, [[{ network: "myspace", url }], [{ url }]]),
      inBlock("icons.0.url", { type: "social" }, [[{ network: "x" }], [{ network: "x", url: "javascript:alert(1)" }]]),
      inBlock("name", contact, ["", null, 5, "x".repeat(101)]),
      inBlock("phone", contact, [5, "call me", "1"]),
      inBlock("email", contact, [5, "ada", "ada@"]),
      inBlock("website", contact, badUrls),
    ],
  );
  expect(await list(client)).toHaveLength(1);
  expect(await show(client, id)).toEqual(before);
});

describe("a video", () => {
  it.each([
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://youtube.com/watch?t=10&v=dQw4w9WgXcQ",
    "https://m.youtube.com/shorts/dQw4w9WgXcQ",
    "https://youtu.be/dQw4w9WgXcQ?t=10",
    "https://vimeo.com/123456789",
    "https://player.vimeo.com/video/123456789",
  ])("from %s is accepted", async (url) => {
    const { client } = await newOwner(server);
    const { id } = await add(client, { blocks: [{ type: "video", url }] });
    expect((await show(client, id)).blocks).toEqual([{ type: "video", url }]);
  });

  it.each([
    "https://example.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com.example.com/watch?v=dQw4w9WgXcQ",
    "https://example.com/https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/@somebody",
    "https://vimeo.com/about",
  ])("from %s is rejected", async (url) => {
    const { client } = await newOwner(server);
    const answer = await client.post<Failure>("/api/bio/add", {
      slug: newSlug(),
      name: "Ada",
      blocks: [{ type: "video", url }],
    });
    const message = "This must be a video on YouTube or Vimeo.";
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: "blocks.0.url", code: "not_a_video", message }],
    ]);
  });
});

it("PUT /api/bio/:id/update changes what is sent; null empties the description", async () => {
  const { client } = await newOwner(server);
  const { id } = await add(client, { description: "Poet", theme, blocks });
  const update = (body: object) => ok(client.put(`/api/bio/${id}/update`, body));
  const expected = await show(client, id);
  for (const body of [
    {},
    { slug: null, name: null, theme: null, blocks: null },
    { slug: "", name: "", description: "" },
  ]) {
    expect(await update(body)).toEqual({ error: 0, message: "The bio page has been updated." });
    expect(await show(client, id)).toEqual(expected);
  }
  const slug = newSlug();
  for (const [sent, shown] of [
    [{ name: "Ada King" }, { name: "Ada King" }],
    [{ description: "Countess" }, { description: "Countess" }],
    [{ description: null }, { description: "" }],
    [{ theme: { text: "#111111" } }, { theme: { text: "#111111" } }],
    [{ blocks: [] }, { blocks: [], blockclicks: [] }],
    [{ blocks: [video, blocks[0]] }, { blocks: [video, blocks[0]], blockclicks: [0, 0] }],
    [{ slug }, { slug, link: `${server.url}/b/${slug}` }],
  ]) {
    await update(sent ?? {});
    Object.assign(expected, shown);
    expect(await show(client, id)).toEqual(expected);
  }
});

it("DELETE /api/bio/:id/delete deletes it, removes it from its channels and frees its slug", async () => {
  const { client } = await newOwner(server);
  const slug = newSlug();
  const { id } = await add(client, { slug });
  const channel = await ok(client.post<{ id: number }>("/api/channel/add", { name: "Mine" }));
  await ok(client.post(`/api/channel/${channel.id}/assign/bio/${id}`));
  const answer = await ok(client.delete(`/api/bio/${id}/delete`));
  expect(answer).toEqual({ error: 0, message: "The bio page has been deleted." });
  expect((await client.get(`/api/bio/${id}`)).status).toBe(404);
  expect(await ok(client.get(`/api/channel/${channel.id}`))).toMatchObject({ data: { result: 0, items: [] } });
  await add(client, { slug });
});

it("hides other users' bio pages: 404, as if they did not exist", async () => {
  const [owner, other] = [await newOwner(server), await newOwner(server)];
  const { id } = await add(other.client);
  const before = await show(other.client, id);
  await expectNoAccess(
    [
      (id) => owner.client.get(`/api/bio/${id}`),
      (id) => owner.client.put(`/api/bio/${id}/update`, { name: "Mine" }),
      (id) => owner.client.put(`/api/bio/${id}/update`, {}),
      (id) => owner.client.delete(`/api/bio/${id}/delete`),
    ],
    id,
    "This bio page does not exist.",
  );
  expect(await show(other.client, id)).toEqual(before);
  expect((await api(server).get(`/api/bio/${id}`)).status).toBe(401);
});

describe("its images", () => {
  const refused = (path: string) => {
    const message = "This is not one of your uploads.";
    return [400, [{ path, code: "upload_not_yours", message }]];
  };

  it("can be only the account's own uploads", async () => {
    const [owner, other] = [await linkOwner(server), await linkOwner(server)];
    const now = Date.now();
    const code = (n: number) => `${n}${now}`.padStart(32, "0");
    const keep = (user: number, code: string) =>
      sql(server, "INSERT INTO uploads (code, user_id, image) VALUES ($1, $2, 'x')", [code, user]);
    await keep(owner.user.id, code(1));
    await keep(other.user.id, code(2));
    const at = (code: string) => `${server.url}/uploads/${code}`;
    const { id } = await add(owner.client, { avatar: at(code(1)), theme: { picture: at(code(1)) } });
    const before = await show(owner.client, id);
    expect(before).toMatchObject({ avatar: at(code(1)), theme: { picture: at(code(1)) } });
    for (const address of [at(code(2)), at(code(3))]) {
      for (const [path, body] of [
        ["avatar", { avatar: address }],
        ["theme.picture", { theme: { picture: address } }],
      ] as const) {
        for (const answer of [
          await owner.client.post<Failure>("/api/bio/add", { slug: newSlug(), name: "Ada", ...body }),
          await owner.client.put<Failure>(`/api/bio/${id}/update`, { name: "Changed", ...body }),
        ])
          expect([answer.status, answer.body.errors]).toEqual(refused(path));
      }
    }
    expect(await list(owner.client)).toHaveLength(1);
    expect(await show(owner.client, id)).toEqual(before);
  });
});
