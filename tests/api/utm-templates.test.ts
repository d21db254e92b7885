import { describe, expect, inject, it } from "vitest";
import type { Failure } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";

const server = inject("server");

const add = (client: Client, body: object = {}) =>
  ok(
    client.post<{ error: number; id: number }>("/api/utm-template/add", { name: "Letters", source: "letter", ...body }),
  );
const list = async (client: Client) =>
  (await ok(client.get<{ data: { templates: object[] } }>("/api/utm-templates?limit=1000"))).data.templates;

const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const badValues = [5, true, {}, "x".repeat(201), "{place}", "a {campaign} {Channel}", "{}"];

describe("GET /api/utm-templates", () => {
  itLists({
    server,
    list: "/api/utm-templates",
    key: "templates",
    create: async (client, n) => (await add(client, { name: `${n}` })).id,
  });

  it("contains the five parameters, name and date, and nothing else", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client, { medium: " {channel} ", campaign: "{campaign}-{channel}" });
    const empty = { term: null, content: null };
    const template = {
      id,
      name: "Letters",
      source: "letter",
      medium: "{channel}",
      campaign: "{campaign}-{channel}",
      ...empty,
      date,
    };
    expect(await list(client)).toEqual([template]);
    expect(await ok(client.get(`/api/utm-template/${id}`))).toEqual({ error: 0, data: template });
  });
});

describe("POST /api/utm-template/add and PUT /api/utm-template/{id}/update", () => {
  it("reject a wrong name or value, and store nothing", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    const before = await list(client);
    const names = [5, true, {}, "x".repeat(101)].map((name) => ({ name, term: "x" }));
    await expectRefusals(
      [
        (body) => client.post("/api/utm-template/add", body),
        (body) => client.put(`/api/utm-template/${id}/update`, body),
      ],
      [
        ["name", names],
        ...["source", "medium", "campaign", "term", "content"].map((field): [string, object[]] => [
          field,
          badValues.map((value) => ({ name: "Other", [field]: value })),
        ]),
      ],
    );
    expect(await list(client)).toEqual(before);
  });

  it("reject a template without parameters, and an existing name; another user may have it", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    const none = await client.post<Failure>("/api/utm-template/add", { name: "Empty" });
    expect([none.status, none.body.code]).toEqual([400, "utm_template_empty"]);
    const emptied = await client.put<Failure>(`/api/utm-template/${id}/update`, { source: null });
    expect([emptied.status, emptied.body.code]).toEqual([400, "utm_template_empty"]);
    const twice = await client.post<Failure>("/api/utm-template/add", { name: "Letters", source: "x" });
    expect([twice.status, twice.body.code, twice.body.errors?.[0]?.path]).toEqual([409, "utm_template_taken", "name"]);
    const { id: other } = await add(client, { name: "Other" });
    expect((await client.put<Failure>(`/api/utm-template/${other}/update`, { name: "Letters" })).status).toBe(409);
    await add((await newOwner(server)).client);
    await ok(client.put(`/api/utm-template/${other}/update`, { source: null, term: "shoes" }));
    expect(await list(client)).toMatchObject([
      { id: other, source: null, term: "shoes" },
      { id, source: "letter" },
    ]);
  });
});

describe("DELETE /api/utm-template/{id}/delete", () => {
  it("deletes it", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client);
    await ok(client.delete(`/api/utm-template/${id}/delete`));
    expect(await list(client)).toEqual([]);
  });
});

it("is filled with the names of the caller's campaign and channel", async () => {
  const { client } = await newOwner(server);
  const { id } = await add(client, { medium: "{channel}", campaign: "{campaign}/{channel}" });
  const channel = await ok(client.post<{ id: number }>("/api/channel/add", { name: "Posters & more" }));
  const fill = (query: string, of = client) => of.get<Failure>(`/api/utm-template/${id}/parameters${query}`);
  const source = { name: "utm_source", value: "letter" };
  const medium = { name: "utm_medium", value: "Posters & more" };
  expect(await ok(fill(""))).toEqual({ error: 0, data: { parameters: [source], missing: ["channel", "campaign"] } });
  expect(await ok(fill(`?channel=${channel.id}`))).toEqual({
    error: 0,
    data: { parameters: [source, medium], missing: ["campaign"] },
  });
  const theirs = await ok((await newOwner(server)).client.post<{ id: number }>("/api/channel/add", { name: "Theirs" }));
  const { status, body } = await fill(`?channel=${theirs.id}`);
  expect([status, body.errors?.[0]]).toEqual([400, expect.objectContaining({ path: "channel", code: "not_yours" })]);
  expect((await fill("", (await newOwner(server)).client)).status).toBe(404);
});

it("another user's template does not exist", async () => {
  const { client } = await newOwner(server);
  const { id } = await add((await newOwner(server)).client);
  await expectNoAccess(
    [
      (id) => client.get(`/api/utm-template/${id}`),
      (id) => client.put(`/api/utm-template/${id}/update`, { term: "x" }),
      (id) => client.delete(`/api/utm-template/${id}/delete`),
    ],
    id,
    "This UTM template does not exist.",
  );
});

it("an account can have 200", async () => {
  const { client, user } = await newOwner(server);
  await sql(
    server,
    "INSERT INTO utm_templates (user_id, name, source) SELECT $1, n, n FROM generate_series(1, 200) AS n",
    [user.id],
  );
  const { status, body } = await client.post<Failure>("/api/utm-template/add", { name: "More", source: "x" });
  expect([status, body.message]).toEqual([403, "An account can have 200 UTM templates. You have reached that limit."]);
});
