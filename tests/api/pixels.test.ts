import { describe, expect, inject, it } from "vitest";
import type { Failure } from "../support/links";
import { linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, limitTo, newOwner, ok } from "../support/owned";

const server = inject("server");

interface Pixel {
  id: number;
  type: string;
  name: string;
  tag: string;
  date: string;
}

const valid = { type: "vendor3pixel", name: "Shop", tag: "1234567890" };

const add = (client: Client, body: object = {}) =>
  ok(client.post<{ error: number; id: number }>("/api/pixel/add", { ...valid, ...body }));
const list = async (client: Client) =>
  (await ok(client.get<{ data: { pixels: Pixel[] } }>("/api/pixels?limit=100"))).data.pixels;

const documented = [
  ...["vendor1pixel", "vendor2pixel", "vendor3pixel", "vendor4pixel", "vendor5pixel", "vendor6pixel", "vendor7pixel"],
  ...["vendor8pixel", "vendor9", "vendor10", "vendor11", "vendor12", "vendor13"],
];
const customary = [
  ...["gtmpixel", "gapixel", "fbpixel", "adwordspixel", "linkedinpixel", "twitterpixel", "adrollpixel", "quorapixel"],
  ...["pinterest", "bing", "snapchat", "reddit", "tiktok"],
];

describe("GET /api/pixels", () => {
  itLists({ server, list: "/api/pixels", key: "pixels", create: async (client) => (await add(client)).id });

  it("contains id, type, name, tag and date, and nothing else", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    expect(await list(client)).toEqual([
      { id, ...valid, date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    ]);
  });
});

describe("POST /api/pixel/add", () => {
  it.each([
    ["the 13 documented types", documented],
    ["the 13 customary names", customary],
  ])("accepts %s and returns them as sent", async (_, types) => {
    expect(types).toHaveLength(13);
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { pixels: { enabled: true, count: 13 } });
    for (const type of types) expect(await add(client, { type })).toEqual({ error: 0, id: expect.any(Number) });
    expect((await list(client)).map(({ type }) => type).reverse()).toEqual(types);
  });

  it("requires type, name and tag", async () => {
    const { client } = await newOwner(server);
    for (const field of ["type", "name", "tag"]) {
      const bodies = [null, ""].map((value) => ({ ...valid, [field]: value }));
      const { [field as keyof typeof valid]: _, ...without } = valid;
      await expectRefusals([(body) => client.post("/api/pixel/add", body)], [[field, [...bodies, without]]]);
    }
    expect(await list(client)).toEqual([]);
  });

  it("rejects a type that is not one of the 26", async () => {
    const { client } = await newOwner(server);
    const types = ["vendor0", "vendor9pixel", "vendor1", "VENDOR1PIXEL", "Bing", "facebook", 1, true, [], {}];
    const bodies = types.map((type) => ({ ...valid, type }));
    await expectRefusals([(body) => client.post("/api/pixel/add", body)], [["type", bodies]]);
  });

  it("accepts every character of a tag, and 64 of them", async () => {
    const { client } = await newOwner(server);
    for (const tag of ["GTM-ABC_1/2.3:4", "x".repeat(64)]) {
      await add(client, { tag });
      expect((await list(client))[0]?.tag).toBe(tag);
    }
  });

  it("stops at the plan's limit, also for many at once, and names it", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { pixels: { enabled: true, count: 4 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post<Failure>("/api/pixel/add", valid)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      const message = `Your plan, Test ${user.id}, allows 4 pixels. You have reached that limit.`;
      expect(body).toEqual({ error: 1, code: "plan_limit_reached", message });
    }
    const [newest] = await list(client);
    expect(await list(client)).toHaveLength(4);
    await ok(client.delete(`/api/pixel/${newest?.id}/delete`));
    await add(client);
  });

  it("is rejected if the plan has no pixels", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { pixels: { enabled: false, count: 0 } });
    const { status, body } = await client.post<Failure>("/api/pixel/add", valid);
    expect([status, body.message]).toEqual([403, `Pixels are not part of the Test ${user.id} plan.`]);
  });
});

it("rejects a wrong name or tag, on creation and change, and stores nothing", async () => {
  const { client } = await newOwner(server);
  const { id } = await add(client);
  const before = await list(client);
  const names = [5, true, {}, [], "x".repeat(101), "a\0b"].map((name) => ({ ...valid, name }));
  const tags = [
    5,
    {},
    [],
    "x".repeat(65),
    "a b",
    "<script>",
    "a'b",
    'a"b',
    "a\\b",
    "été",
    "a\nb",
    "ab\nc",
    "a;b",
    "a\0b",
  ];
  await expectRefusals(
    [(body) => client.post("/api/pixel/add", body), (body) => client.put(`/api/pixel/${id}/update`, body)],
    [
      ["name", names],
      ["tag", tags.map((tag) => ({ ...valid, tag }))],
    ],
  );
  expect(await list(client)).toEqual(before);
});

describe("PUT /api/pixel/:id/update", () => {
  it("changes the tag, changes the name if it is sent, and keeps the type", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    const update = (body: object) => ok(client.put(`/api/pixel/${id}/update`, body));
    expect(await update({ tag: "new" })).toEqual({ error: 0, message: "The pixel has been updated." });
    expect(await list(client)).toMatchObject([{ ...valid, tag: "new" }]);
    await update({ name: "Other", tag: "newer", type: "reddit" });
    expect(await list(client)).toMatchObject([{ type: valid.type, name: "Other", tag: "newer" }]);
    for (const name of [null, ""]) await update({ name, tag: "newest" });
    expect(await list(client)).toMatchObject([{ name: "Other", tag: "newest" }]);
  });

  it("requires the tag", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    const put = (body: unknown) => client.put(`/api/pixel/${id}/update`, body);
    await expectRefusals([put], [["tag", [{}, { name: "Other" }, { tag: "" }, { tag: null }]]]);
  });
});

it("DELETE /api/pixel/:id/delete deletes it, and its links keep working without it", async () => {
  const owner = await linkOwner(server);
  const { id } = await add(owner.client);
  const link = await owner.create({ pixels: [id] });
  const answer = await ok(owner.client.delete(`/api/pixel/${id}/delete`));
  expect(answer).toEqual({ error: 0, message: "The pixel has been deleted." });
  expect(await list(owner.client)).toEqual([]);
  expect((await owner.show(link.id)).details.pixels).toEqual([]);
  expect((await owner.client.delete(`/api/pixel/${id}/delete`)).status).toBe(404);
});

it("hides other users' pixels: 404, as if they did not exist", async () => {
  const [owner, other] = [await newOwner(server), await newOwner(server)];
  const { id } = await add(other.client);
  await expectNoAccess(
    [
      (id) => owner.client.put(`/api/pixel/${id}/update`, { tag: "mine" }),
      (id) => owner.client.delete(`/api/pixel/${id}/delete`),
    ],
    id,
    "This pixel does not exist.",
  );
  expect(await list(other.client)).toMatchObject([valid]);
});
