import { describe, expect, inject, it } from "vitest";
import { type Failure, linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";

const server = inject("server");

interface Tag {
  id: number;
  name: string;
  color: string;
  links: number;
  date: string;
}

const add = (client: Client, body: object = {}) =>
  ok(client.post<{ error: number; id: number }>("/api/tag/add", { name: "Spring", ...body }));
const list = async (client: Client) =>
  (await ok(client.get<{ data: { tags: Tag[] } }>("/api/tags?limit=1000"))).data.tags;
const namesOf = async (client: Client) => (await list(client)).map(({ name }) => name).sort();

const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const badNames = [5, true, {}, [], "x".repeat(65), "a,b", "a\nb", "a\tb", "a\0b", "\u0007"];

describe("GET /api/tags", () => {
  itLists({
    server,
    list: "/api/tags",
    key: "tags",
    create: async (client, n) => (await add(client, { name: `${n}` })).id,
  });

  it("contains id, name, color, date and the number of links, and nothing else", async () => {
    const { client, create } = await linkOwner(server);
    const { id } = await add(client, { name: "  Été  ", color: "#12b886" });
    await create({ tags: ["été"] });
    const tag = { id, name: "Été", color: "#12b886", links: 1, date };
    expect(await list(client)).toEqual([tag]);
    expect(await ok(client.get(`/api/tag/${id}`))).toEqual({ error: 0, data: tag });
  });
});

describe("POST /api/tag/add", () => {
  it("rejects a wrong name or color, also in a change, and stores nothing", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    const before = await list(client);
    await expectRefusals(
      [(body) => client.post("/api/tag/add", body), (body) => client.put(`/api/tag/${id}/update`, body)],
      [
        ["name", badNames.map((name) => ({ name }))],
        ["color", ["red", "#12345", "#1234567", 5, {}, "#GGGGGG"].map((color) => ({ name: "Autumn", color }))],
      ],
    );
    await expectRefusals([(body) => client.post("/api/tag/add", body)], [["name", [{}, { name: "" }, { name: " " }]]]);
    expect(await list(client)).toEqual(before);
  });

  it("rejects an existing name, in any spelling, also in a change; another user may have it", async () => {
    const { client } = await newOwner(server);
    await add(client, { name: "Café" });
    const { id } = await add(client, { name: "Bar" });
    for (const name of ["Café", "CAFÉ", "cafe\u0301"]) {
      for (const answer of [
        await client.post<Failure>("/api/tag/add", { name }),
        await client.put<Failure>(`/api/tag/${id}/update`, { name }),
      ]) {
        expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([409, "tag_taken", "name"]);
      }
    }
    expect(await namesOf(client)).toEqual(["Bar", "Café"]);
    await ok(client.put(`/api/tag/${id}/update`, { name: "BAR" }));
    await add((await newOwner(server)).client, { name: "Café" });
  });

  it("stops at 1,000, also for tags of new links, which are then not created either", async () => {
    const { client, create, list: links, user } = await linkOwner(server);
    await sql(
      server,
      "INSERT INTO tags (user_id, name, name_folded) SELECT $1, n, n FROM generate_series(1, 999) AS n",
      [user.id],
    );
    const { status, body } = await client.post<Failure>("/api/url/add", {
      url: "https://example.com/",
      tags: ["a", "b"],
    });
    expect([status, body.code]).toEqual([403, "account_limit_reached"]);
    expect((await links()).result).toBe(0);
    await create({ tags: ["a", "999"] });
    expect((await client.post<Failure>("/api/tag/add", { name: "b" })).body.message).toBe(
      "An account can have 1000 tags. You have reached that limit.",
    );
  });
});

it("another user's tag does not exist", async () => {
  const { client } = await newOwner(server);
  const { id } = await add((await newOwner(server)).client);
  await expectNoAccess(
    [
      (id) => client.get(`/api/tag/${id}`),
      (id) => client.put(`/api/tag/${id}/update`, { name: "Mine" }),
      (id) => client.delete(`/api/tag/${id}/delete`),
    ],
    id,
    "This tag does not exist.",
  );
});

describe("tags of a link", () => {
  it("are created if they do not exist, each once, and shown in their order", async () => {
    const { client, create, show, list: links } = await linkOwner(server);
    await add(client, { name: "Spring" });
    const { id } = await create({ tags: ["Poster", " spring ", "SPRING", "été"] });
    expect((await show(id)).details.tags).toEqual(["Poster", "Spring", "été"]);
    expect((await links()).urls[0]?.tags).toEqual(["Poster", "Spring", "été"]);
    expect(await namesOf(client)).toEqual(["Poster", "Spring", "été"]);
  });

  it("stay if not sent; null and an empty list remove them from the link, and the tags stay", async () => {
    const { client, create, update, show } = await linkOwner(server);
    const { id } = await create({ tags: ["a", "b"] });
    const tagsAfter = async (body: object) => {
      await update(id, body as Record<string, unknown>);
      return (await show(id)).details.tags;
    };
    expect(await tagsAfter({ description: "x" })).toEqual(["a", "b"]);
    expect(await tagsAfter({ tags: ["b", "c"] })).toEqual(["b", "c"]);
    expect(await tagsAfter({ tags: null })).toEqual([]);
    expect(await tagsAfter({ tags: ["a"] })).toEqual(["a"]);
    expect(await tagsAfter({ tags: [] })).toEqual([]);
    expect(await namesOf(client)).toEqual(["a", "b", "c"]);
  });

  it("that are new are created once by many requests at the same time", async () => {
    const { client, create } = await linkOwner(server);
    const names = ["one", "two", "three", "four"];
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => create({ tags: [...names.slice(n % 4), ...names.slice(0, n % 4)] })),
    );
    expect(made).toHaveLength(12);
    expect((await list(client)).map(({ name, links }) => [name, links]).sort()).toEqual(
      names.map((name) => [name, 12]).sort(),
    );
  });

  it("are not created with a rejected link", async () => {
    const { client, create } = await linkOwner(server);
    await create({ custom: "taken-alias-1" }).catch(() => undefined);
    const { status } = await client.post("/api/url/add", {
      url: "https://example.com/",
      custom: "taken-alias-1",
      tags: ["a"],
    });
    expect([status, await list(client)]).toEqual([409, []]);
  });

  it("are removed with a deleted tag, and renamed with it", async () => {
    const { client, create, show } = await linkOwner(server);
    const { id } = await create({ tags: ["a", "b"] });
    const [b, a] = await list(client);
    expect(await ok(client.put(`/api/tag/${b?.id}/update`, { name: "c" }))).toEqual({
      error: 0,
      message: "The tag has been updated.",
    });
    expect((await show(id)).details.tags).toEqual(["a", "c"]);
    expect(await ok(client.delete(`/api/tag/${a?.id}/delete`))).toEqual({
      error: 0,
      message: "The tag has been deleted. Links that had it stay.",
    });
    expect((await show(id)).details.tags).toEqual(["c"]);
  });

  it("filter the list to links that have one; a tag without links, or another user's, finds none", async () => {
    const owner = await linkOwner(server);
    const other = await linkOwner(server);
    await other.create({ tags: ["theirs", "Été"] });
    const { id } = await owner.create({ tags: ["Été"], title: "Beach" });
    await owner.create({ tags: ["Winter"], title: "Beach" });
    const found = async (query: string) => (await owner.list(query)).urls.map((link) => link.id);
    expect(await found(`?tag=${encodeURIComponent(" éTÉ")}`)).toEqual([id]);
    expect(await found(`?tag=${encodeURIComponent("Été")}&q=beach&order=click`)).toEqual([id]);
    expect(await found("?tag=Winter&q=ete")).toEqual([]);
    expect(await owner.list("?tag=theirs")).toMatchObject({ result: 0, urls: [] });
    expect((await owner.list("?tag=")).result).toBe(2);
  });
});
