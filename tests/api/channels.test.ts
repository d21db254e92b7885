import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";

const server = inject("server");

interface Channel {
  error: number;
  id: number;
  name: string;
  description: string;
  color: string;
  starred: boolean;
}

interface Item {
  type: string;
  id: number;
  title: string;
  preview: string;
  link: string;
  date: string;
}

const add = (client: Client, body: object = {}) =>
  ok(client.post<Channel>("/api/channel/add", { name: "Newsletter", ...body }));
const list = async (client: Client) =>
  (await ok(client.get<{ data: { channels: Channel[] } }>("/api/channels"))).data.channels;
const itemsOf = async (client: Client, id: number) =>
  (await ok(client.get<{ data: { items: Item[] } }>(`/api/channel/${id}`))).data.items;
const assign = (client: Client, id: number | string, type: string, itemId: number | string) =>
  client.post<Failure>(`/api/channel/${id}/assign/${type}/${itemId}`);

const addBio = async ({ client, user }: LinkOwner) =>
  ok(client.post<{ id: number; link: string }>("/api/bio/add", { slug: `bio-${user.id}`, name: "About me" }));

async function addQr({ user }: LinkOwner) {
  const code = `code${user.id}`;
  const [row] = await sql<{ id: number }>(
    server,
    "INSERT INTO qr_codes (user_id, code, type, name, data) VALUES ($1, $2, 'text', 'Poster', '\"hello\"') RETURNING id",
    [user.id, code],
  );
  return { id: row?.id ?? 0, link: `${server.url}/qr/${code}` };
}

describe("GET /api/channels", () => {
  itLists({ server, list: "/api/channels", key: "channels", create: async (client) => (await add(client)).id });

  it("contains id, name, description, color and starred, and nothing else", async () => {
    const { client } = await newOwner(server);
    const { error: _, ...channel } = await add(client, { description: "Mondays", color: "#12b886", starred: true });
    expect(await list(client)).toEqual([channel]);
  });
});

describe("POST /api/channel/add", () => {
  it("returns the whole channel, #5C7CFA and not starred by default", async () => {
    const { client } = await newOwner(server);
    const plain = { error: 0, id: expect.any(Number), name: "Newsletter", description: "", color: "#5C7CFA" };
    expect(await add(client)).toEqual({ ...plain, starred: false });
    expect(await add(client, { description: "", color: "", starred: "" })).toEqual({ ...plain, starred: false });
    expect(await add(client, { description: null, color: null, starred: null })).toEqual({ ...plain, starred: false });
    const chosen = { description: "Mondays", color: "#aBcDeF", starred: true };
    expect(await add(client, chosen)).toEqual({ ...plain, ...chosen });
    expect((await add(client, { starred: "1" })).starred).toBe(true);
  });

  it("requires the name", async () => {
    const { client } = await newOwner(server);
    const bodies = [{}, { name: "" }, { name: null }, { name: " " }];
    await expectRefusals([(body) => client.post("/api/channel/add", body)], [["name", bodies]]);
    expect(await list(client)).toEqual([]);
  });
});

it("rejects each wrong field by its name, on creation and change, and stores nothing", async () => {
  const { client } = await newOwner(server);
  const { id } = await add(client);
  const before = await list(client);
  const sent = (field: string, values: unknown[]): [string, object[]] => [
    field,
    values.map((value) => ({ name: "Changed", [field]: value })),
  ];
  await expectRefusals(
    [(body) => client.post("/api/channel/add", body), (body) => client.put(`/api/channel/${id}/update`, body)],
    [
      sent("name", [5, true, {}, [], "x".repeat(101), "a\0b"]),
      sent("description", [5, {}, [], "x".repeat(1001), "a\0b"]),
      sent("color", [5, {}, "red", "#FFF", "5C7CFA", "#5C7CFG", "#5C7CFA0", "#5C7C\nFA", "rgb(1,2,3)"]),
      sent("starred", ["yes", 2, {}, []]),
    ],
  );
  expect(await list(client)).toEqual(before);
});

describe("POST /api/channel/:channelid/assign/:type/:itemid", () => {
  it("accepts links, bio and qr, and GET /api/channel/:id shows them, the latest first", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    const [link, bio, qr] = [await owner.create(), await addBio(owner), await addQr(owner)];
    for (const [type, item] of [
      ["links", link],
      ["bio", bio],
      ["qr", qr],
    ] as const) {
      const { status, body } = await assign(owner.client, id, type, item.id);
      expect([status, body]).toEqual([200, { error: 0, message: "The item has been added to the channel." }]);
    }
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const alias = link.shorturl.split("/").at(-1);
    expect(await itemsOf(owner.client, id)).toEqual([
      { type: "qr", id: qr.id, title: "Poster", preview: qr.link, link: qr.link, date },
      {
        type: "bio",
        id: bio.id,
        title: "About me",
        preview: `${server.url}/images/bio/${bio.id}.svg`,
        link: `${server.url}/b/bio-${owner.user.id}`,
        date,
      },
      {
        type: "links",
        id: link.id,
        title: alias,
        preview: `${server.url}/images/links/${link.id}.svg`,
        link: link.shorturl,
        date,
      },
    ]);
    expect((await owner.show(link.id)).details.channel).toBe(id);
  });

  it("names a link after the title in its preview and shows that image, if it has them", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    const metaimage = "https://example.com/picture.png";
    const link = await owner.create({ metatitle: "Spring", metaimage });
    await ok(assign(owner.client, id, "links", link.id));
    expect(await itemsOf(owner.client, id)).toMatchObject([{ title: "Spring", preview: metaimage }]);
  });

  it("has the same result twice, and ten times at once", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    const link = await owner.create();
    const calls = Array.from({ length: 10 }, () => assign(owner.client, id, "links", link.id));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    await ok(assign(owner.client, id, "links", link.id));
    expect(await itemsOf(owner.client, id)).toHaveLength(1);
  });

  it("finds the channel or not while it is deleted", async () => {
    const owner = await linkOwner(server);
    const link = await owner.create();
    for (let round = 0; round < 10; round++) {
      const { id } = await add(owner.client);
      const [deleted, ...assigned] = await Promise.all([
        owner.client.delete(`/api/channel/${id}/delete`),
        ...Array.from({ length: 5 }, () => assign(owner.client, id, "links", link.id)),
      ]);
      expect(deleted?.status).toBe(200);
      for (const { status } of assigned) expect([200, 404]).toContain(status);
    }
  });

  it("allows a link in two channels", async () => {
    const owner = await linkOwner(server);
    const link = await owner.create();
    const channels = [await add(owner.client), await add(owner.client)];
    for (const { id } of channels) await ok(assign(owner.client, id, "links", link.id));
    for (const { id } of channels) expect(await itemsOf(owner.client, id)).toMatchObject([{ id: link.id }]);
  });

  it("rejects an unknown type by its name: 400", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    const link = await owner.create();
    for (const type of ["link", "LINKS", "channel", "qrs", "toString"]) {
      const { status, body } = await assign(owner.client, id, type, link.id);
      expect([type, status, body.errors?.[0]?.path]).toEqual([type, 400, "type"]);
    }
    expect(await itemsOf(owner.client, id)).toEqual([]);
  });

  it("rejects another user's channel and items, unknown ones and invalid IDs", async () => {
    const [owner, other] = [await linkOwner(server), await linkOwner(server)];
    const [mine, theirs] = [await add(owner.client), await add(other.client)];
    const link = await owner.create();
    await expectNoAccess(
      [(id) => assign(owner.client, id, "links", link.id)],
      theirs.id,
      "This channel does not exist.",
    );
    for (const [type, { id: theirItem }, noun] of [
      ["links", await other.create(), "link"],
      ["bio", await addBio(other), "bio page"],
      ["qr", await addQr(other), "QR code"],
    ] as const) {
      await expectNoAccess(
        [(id) => assign(owner.client, mine.id, type, id)],
        theirItem,
        `This ${noun} does not exist.`,
      );
    }
    expect(await itemsOf(owner.client, mine.id)).toEqual([]);
    expect(await itemsOf(other.client, theirs.id)).toEqual([]);
  });

  it("needs all three parts of the path", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    for (const path of [`${id}/assign/links`, "assign/links/1"]) {
      expect([path, (await owner.client.post(`/api/channel/${path}`)).status]).toEqual([path, 404]);
    }
  });
});

describe("GET /api/channel/:id", () => {
  it("lists its own items in pages", async () => {
    const owner = await linkOwner(server);
    const [channel, another] = [await add(owner.client), await add(owner.client)];
    const ids: number[] = [];
    for (let n = 0; n < 17; n++) {
      const { id } = await owner.create({ channel: channel.id });
      ids.unshift(id);
    }
    await owner.create({ channel: another.id });
    const read = async (query: string) =>
      (await ok(owner.client.get<{ data: { items: Item[] } }>(`/api/channel/${channel.id}${query}`))).data;
    const first = await read("");
    expect(first).toMatchObject({ result: 17, perpage: 15, currentpage: 1, nextpage: 2, maxpage: 2 });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 15));
    const last = await read("?limit=5&page=4");
    expect(last).toMatchObject({ result: 17, perpage: 5, currentpage: 4, nextpage: 4, maxpage: 4 });
    expect(last.items.map(({ id }) => id)).toEqual(ids.slice(15));
    expect((await owner.client.get(`/api/channel/${channel.id}?page=0`)).status).toBe(400);
  });
});

describe("PUT /api/channel/:id/update", () => {
  it("changes what is sent and nothing else", async () => {
    const { client } = await newOwner(server);
    const { error: _, ...channel } = await add(client, { description: "Mondays", color: "#111111", starred: true });
    const update = (body: object) => ok(client.put(`/api/channel/${channel.id}/update`, body));
    expect(await update({})).toEqual({ error: 0, message: "The channel has been updated." });
    await update({ name: "", description: null, color: "", starred: null });
    expect(await list(client)).toEqual([channel]);
    for (const change of [{ name: "Post" }, { description: "Fridays" }, { color: "#222222" }, { starred: false }]) {
      await update(change);
      Object.assign(channel, change);
      expect(await list(client)).toEqual([channel]);
    }
  });
});

describe("DELETE /api/channel/:id/delete", () => {
  it("removes every item, and all of them stay", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    const [link, bio, qr] = [await owner.create(), await addBio(owner), await addQr(owner)];
    await ok(assign(owner.client, id, "links", link.id));
    await ok(assign(owner.client, id, "bio", bio.id));
    await ok(assign(owner.client, id, "qr", qr.id));
    expect(await ok(owner.client.delete(`/api/channel/${id}/delete`))).toMatchObject({ error: 0 });
    expect(await list(owner.client)).toEqual([]);
    expect((await owner.show(link.id)).details.channel).toBeNull();
    expect((await owner.client.get(`/api/bio/${bio.id}`)).status).toBe(200);
    expect(await sql(server, "SELECT 1 FROM qr_codes WHERE id = $1", [qr.id])).toHaveLength(1);
    expect(await sql(server, "SELECT 1 FROM channel_items WHERE channel_id = $1", [id])).toEqual([]);
    expect((await owner.client.get(`/api/channel/${id}`)).status).toBe(404);
  });

  it("is not needed for a deleted item, which leaves its channels", async () => {
    const owner = await linkOwner(server);
    const { id } = await add(owner.client);
    const link = await owner.create({ channel: id });
    await owner.remove(link.id);
    expect(await itemsOf(owner.client, id)).toEqual([]);
  });
});

it("hides other users' channels: 404, as if they did not exist", async () => {
  const [owner, other] = [await newOwner(server), await newOwner(server)];
  const { error: _, ...channel } = await add(other.client);
  await expectNoAccess(
    [
      (id) => owner.client.get(`/api/channel/${id}`),
      (id) => owner.client.put(`/api/channel/${id}/update`, { name: "Mine" }),
      (id) => owner.client.put(`/api/channel/${id}/update`, {}),
      (id) => owner.client.delete(`/api/channel/${id}/delete`),
    ],
    channel.id,
    "This channel does not exist.",
  );
  expect(await list(other.client)).toEqual([channel]);
  expect((await api(server).get(`/api/channel/${channel.id}`)).status).toBe(401);
});

describe("the image of an item without one", () => {
  it("is drawn only from its type and ID", async () => {
    for (const type of ["links", "bio"]) {
      const response = await fetch(`${server.url}/images/${type}/7.svg`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await response.text()).toMatch(/^<svg .*<\/svg>$/);
    }
  });

  it.each(["links/0.svg", "links/x.svg", "links/7", "qr/7.svg", "toString/7.svg"])(
    "is not found at %s",
    async (path) => {
      expect((await fetch(`${server.url}/images/${path}`)).status).toBe(404);
    },
  );
});
