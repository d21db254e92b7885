import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, limitTo, newOwner, ok } from "../support/owned";

const server = inject("server");

interface SplashPage {
  id: number;
  name: string;
  date: string;
  content?: Record<string, unknown>;
}

const least = { title: "One moment" };
const all = {
  ...least,
  message: "To the shop",
  image: "https://example.com/a.png",
  button: "Go",
  countdown: 60,
  skip: true,
};

const add = async (client: Client, content: object = least) =>
  (await ok(client.post<{ error: number; id: number }>("/api/splash/add", { name: "Shop", content }))).id;
const show = async (client: Client, id: number) =>
  (await ok(client.get<{ data: SplashPage }>(`/api/splash/${id}`))).data;
const list = async (client: Client) =>
  (await ok(client.get<{ data: { splash: SplashPage[] } }>("/api/splash"))).data.splash;

describe("GET /api/splash", () => {
  itLists({ server, list: "/api/splash", key: "splash", create: (client) => add(client) });

  it("contains id, name and date, and nothing else", async () => {
    const { client } = await newOwner(server);
    const id = await add(client);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await list(client)).toEqual([{ id, name: "Shop", date }]);
  });
});

describe("POST /api/splash/add", () => {
  it("accepts the minimum and all fields, and returns them as sent", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { splash: { enabled: true, count: null } });
    for (const content of [least, all]) {
      const id = await add(client, content);
      expect(await show(client, id)).toEqual({ id, name: "Shop", date: expect.any(String), content });
    }
    const id = await add(client, { ...least, message: null, image: "", countdown: "5", skip: 1, unknown: "field" });
    expect((await show(client, id)).content).toEqual({ ...least, countdown: 5, skip: true });
  });

  it("requires name and content", async () => {
    const { client } = await newOwner(server);
    await expectRefusals(
      [(body) => client.post("/api/splash/add", body)],
      [
        ["name", ["", " ", null, undefined].map((name) => ({ name, content: least }))],
        ["content", ["text", 5, null, undefined, []].map((content) => ({ name: "Shop", content }))],
      ],
    );
    expect(await list(client)).toEqual([]);
  });

  it("stops at the plan's limit, also for many at once, and names it", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { splash: { enabled: true, count: 1 } });
    const body = { name: "Shop", content: least };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post<Failure>("/api/splash/add", body)));
    const refused = answers.filter(({ status }) => status === 403);
    expect([refused.length, (await list(client)).length]).toEqual([9, 1]);
    expect(refused[0]?.body).toEqual({
      error: 1,
      code: "plan_limit_reached",
      message: `Your plan, Test ${user.id}, allows 1 splash page. You have reached that limit.`,
    });
  });

  it("is rejected if the plan has no splash pages", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { splash: { enabled: false, count: 0 } });
    expect((await client.post("/api/splash/add", { name: "Shop", content: least })).status).toBe(403);
  });
});

it("rejects each wrong field by its path, on creation and change, and stores nothing", async () => {
  const { client } = await newOwner(server);
  const id = await add(client);
  const before = await show(client, id);
  const inContent = (field: string, values: unknown[]): [string, object[]] => [
    `content.${field}`,
    values.map((value) => ({ name: "Changed", content: { ...least, [field]: value } })),
  ];
  await expectRefusals(
    [(body) => client.post("/api/splash/add", body), (body) => client.put(`/api/splash/${id}/update`, body)],
    [
      ["name", [5, {}, [], "x".repeat(101), "a\0b"].map((name) => ({ name, content: least }))],
      inContent("title", ["", " ", null, undefined, 5, "x".repeat(101), "a\0b"]),
      inContent("message", [5, {}, "x".repeat(1001), "a\ud800"]),
      inContent("image", [5, "picture", "data:image/png;base64,AA", "javascript:alert(1)"]),
      inContent("button", [5, {}, "x".repeat(101)]),
      inContent("countdown", [-1, 61, 1.5, "soon", true, []]),
      inContent("skip", ["yes", 2, {}]),
    ],
  );
  expect(await list(client)).toHaveLength(1);
  expect(await show(client, id)).toEqual(before);
});

it("PUT /api/splash/:id/update changes what is sent, and replaces the content", async () => {
  const { client } = await newOwner(server);
  const id = await add(client, all);
  const update = (body: object) => ok(client.put(`/api/splash/${id}/update`, body));
  const before = await show(client, id);
  for (const body of [{}, { name: null, content: null }, { name: "", content: "" }]) {
    expect(await update(body)).toEqual({ error: 0, message: "The splash page has been updated." });
    expect(await show(client, id)).toEqual(before);
  }
  await update({ name: "Other" });
  expect(await show(client, id)).toEqual({ ...before, name: "Other" });
  await update({ content: least });
  expect(await show(client, id)).toEqual({ ...before, name: "Other", content: least });
});

it("DELETE /api/splash/:id/delete deletes it, and its links show the service's own page", async () => {
  const owner = await linkOwner(server);
  const id = await add(owner.client);
  const link = await owner.create({ type: `splash-${id}` });
  expect((await owner.show(link.id)).details.type).toBe(`splash-${id}`);
  const answer = await ok(owner.client.delete(`/api/splash/${id}/delete`));
  expect(answer).toEqual({ error: 0, message: "The splash page has been deleted." });
  expect((await owner.show(link.id)).details.type).toBe("splash");
  expect((await owner.client.get(`/api/splash/${id}`)).status).toBe(404);
});

it("hides other users' splash pages: 404, as if they did not exist", async () => {
  const [owner, other] = [await newOwner(server), await newOwner(server)];
  const id = await add(other.client);
  const before = await show(other.client, id);
  await expectNoAccess(
    [
      (id) => owner.client.get(`/api/splash/${id}`),
      (id) => owner.client.put(`/api/splash/${id}/update`, { name: "Mine" }),
      (id) => owner.client.put(`/api/splash/${id}/update`, {}),
      (id) => owner.client.delete(`/api/splash/${id}/delete`),
    ],
    id,
    "This splash page does not exist.",
  );
  expect(await show(other.client, id)).toEqual(before);
  expect((await api(server).get(`/api/splash/${id}`)).status).toBe(401);
});
