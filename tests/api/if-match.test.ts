import { describe, expect, inject, it } from "vitest";
import { takesIfMatch } from "@/lib/contract/operation";
import { api } from "../support/api";
import { newCaller } from "../support/caller";
import { addressOf, callOf, operations } from "../support/calls";
import { linkOwner } from "../support/links";
import { newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";

const server = inject("server");
const changes = operations.filter(([, operation]) => takesIfMatch(operation));
const refused = { status: 412, body: { error: 1, code: "changed_since_read" } };
const old = '"2020-01-01T00:00:00.000Z"';

describe.each(changes)("%s with If-Match", (_name, operation) => {
  it("saves if nothing was changed since it was read, and refuses older versions", async () => {
    const caller = await newCaller(server);
    const call = await callOf(operation, caller);
    const put = (ifMatch: string) =>
      api(server, caller.key, { "if-match": ifMatch }).put(addressOf(operation, call), call.body);
    const read = () => api(server, caller.key).get(addressOf({ path: operation.path.replace("/update", "") }, call));
    const before = await read();
    const etag = before.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\d{4}-\d\d-\d\dT[\d:.]+Z"$/);
    for (const wrong of [old, "yesterday", '"yesterday"', '""', ""]) expect(await put(wrong)).toMatchObject(refused);
    expect((await read()).headers.get("etag")).toBe(etag);
    // Both know the same version. Only one of them can win.
    const answers = await Promise.all([put(etag), put(`${old}, W/${etag}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const saved = answers.find(({ status }) => status === 200)?.headers.get("etag");
    expect(saved).not.toBe(etag);
    expect((await read()).headers.get("etag")).toBe(saved);
    expect(await put(saved ?? "")).toMatchObject({ status: 200 });
    expect(await put("*")).toMatchObject({ status: 200 });
  });
});

it("leaves everything as it was if another change came first", async () => {
  const { user, client, create } = await linkOwner(server);
  const { id } = await create({ tags: ["Spring"] });
  const first = (await client.get(`/api/url/${id}`)).headers.get("etag") ?? "";
  await ok(client.put(`/api/url/${id}/update`, { description: "Theirs" }));
  const late = api(server, user.key, { "if-match": first });
  const change = { url: "https://example.com/mine", tags: ["Mine"] };
  expect(await late.put(`/api/url/${id}/update`, change)).toMatchObject(refused);
  const { details } = await ok(client.get<{ details: object }>(`/api/url/${id}`));
  expect(details).toMatchObject({ description: "Theirs", longurl: "https://example.com/", tags: ["Spring"] });
  const unknown = await late.put("/api/url/2147483647/update", change);
  expect(unknown.status).toBe(404);
});

it("counts what is assigned to a link, a bio page or a QR code as a change of it", async () => {
  const { client, create } = await linkOwner(server);
  const { id } = await create({});
  const version = async (path: string) => (await client.get(path)).headers.get("etag");
  const { id: channel } = await ok(client.post<{ id: number }>("/api/channel/add", { name: "Mail" }));
  const { id: bio } = await ok(client.post<{ id: number }>("/api/bio/add", { name: "Ada", slug: `ada-${id}` }));
  const { id: qr } = await ok(client.post<{ id: number }>("/api/qr/add", { type: "text", data: "Hello" }));
  const changing: [string, () => Promise<unknown>][] = [
    [`/api/url/${id}`, () => ok(client.put(`/api/url/${id}/update`, { tags: ["Spring"] }))],
    [`/api/url/${id}`, () => ok(client.post("/api/urls/change", { ids: [id], tag: "Bulk" }))],
    [`/api/url/${id}`, () => ok(client.post(`/api/channel/${channel}/assign/links/${id}`))],
    [`/api/bio/${bio}`, () => ok(client.post(`/api/channel/${channel}/assign/bio/${bio}`))],
    [`/api/qr/${qr}`, () => ok(client.post(`/api/channel/${channel}/assign/qr/${qr}`))],
  ];
  for (const [path, change] of changing) {
    const before = await version(path);
    await change();
    expect(await version(path)).not.toBe(before);
  }
});

it("is refused by an operation that would ignore it", async () => {
  const { user, client } = await newOwner(server);
  const { id } = await ok(client.post<{ id: number }>("/api/tag/add", { name: "Spring" }));
  const careful = api(server, user.key, { "if-match": old });
  const refusal = { status: 400, body: { error: 1, code: "if_match_unsupported" } };
  expect(await careful.delete(`/api/tag/${id}/delete`)).toMatchObject(refusal);
  expect(await careful.post("/api/tag/add", { name: "Summer" })).toMatchObject(refusal);
  expect(await careful.get(`/api/tag/${id}`)).toMatchObject({ status: 200 });
  expect(await sql(server, "SELECT name FROM tags WHERE user_id = $1", [user.id])).toEqual([{ name: "Spring" }]);
});
