import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, limitTo, newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";

const server = inject("server");

interface Overlay {
  id: number;
  type: string;
  name: string;
  date: string;
  content?: Record<string, unknown>;
}

const url = "https://example.com/";
const colors = { background: "#FFFFFF", text: "#000000", button: "#5C7CFA", buttontext: "#FFFFFF" };

/** The minimal and the full content of each type. */
const contents: Record<string, { least: object; all: object }> = {
  message: { least: { text: "Hello" }, all: { text: "Hello", button: "Go", url, colors } },
  contact: { least: { title: "Ask" }, all: { title: "Ask", text: "us", button: "Send", thanks: "Thanks", colors } },
  poll: {
    least: { question: "Tea?", options: ["Yes", "No"] },
    all: { question: "Which?", options: [..."abcdefghij"], thanks: "Thanks", colors },
  },
  newsletter: {
    least: { title: "News" },
    all: { title: "News", text: "Monthly", button: "Join", thanks: "Hi", colors },
  },
  coupon: { least: { text: "10 %", code: "TEN" }, all: { text: "10 %", code: "TEN", button: "Shop", url, colors } },
  image: { least: { url }, all: { url, alt: "A poster", link: url } },
};
const placed = { position: "center", trigger: "delay", delay: 300 };
const least = (type: string) => contents[type]?.least ?? {};

const add = async (client: Client, type = "message", content = least(type)) =>
  (await ok(client.post<{ error: number; id: number }>("/api/overlay/add", { type, name: "Mine", content }))).id;
const show = async (client: Client, id: number) => (await ok(client.get<{ data: Overlay }>(`/api/overlay/${id}`))).data;
const list = async (client: Client) => (await ok(client.get<{ data: { cta: Overlay[] } }>("/api/overlay"))).data.cta;

describe("GET /api/overlay", () => {
  itLists({ server, list: "/api/overlay", key: "cta", create: (client) => add(client) });

  it("contains id, type, name and date, and nothing else", async () => {
    const { client } = await newOwner(server);
    const id = await add(client, "contact");
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await list(client)).toEqual([{ id, type: "contact", name: "Mine", date }]);
  });
});

describe("POST /api/overlay/add", () => {
  it.each(Object.entries(contents))("accepts a %s, and returns it as sent", async (type, { least, all }) => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { overlay: { enabled: true, count: null } });
    const counted = { impressions: 0, responses: 0 };
    for (const content of [least, { ...all, ...placed }]) {
      const id = await add(client, type, content);
      expect(await show(client, id)).toEqual({ id, type, name: "Mine", date: expect.any(String), content, ...counted });
    }
    const id = await add(client, type, { ...least, colors: null, unknown: "field" });
    expect((await show(client, id)).content).toEqual(least);
  });

  it("requires type, name and content, and rejects a seventh type", async () => {
    const { client } = await newOwner(server);
    const valid = { type: "message", name: "Mine", content: least("message") };
    const types = ["", "popup", "MESSAGE", 5, null, undefined, [], {}];
    await expectRefusals(
      [(body) => client.post("/api/overlay/add", body)],
      [
        ["type", types.map((type) => ({ ...valid, type }))],
        ["name", ["", " ", null, undefined, 5, [], "x".repeat(101), "a\0b"].map((name) => ({ ...valid, name }))],
        ["content", [null, undefined, "text", 5, []].map((content) => ({ ...valid, content }))],
      ],
    );
    expect(await list(client)).toEqual([]);
  });

  it("stops at the plan's limit, also for many at once, and names it", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { overlay: { enabled: true, count: 2 } });
    const body = { type: "message", name: "Mine", content: least("message") };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post<Failure>("/api/overlay/add", body)));
    const refused = answers.filter(({ status }) => status === 403);
    expect([refused.length, (await list(client)).length]).toEqual([8, 2]);
    expect(refused[0]?.body).toEqual({
      error: 1,
      code: "plan_limit_reached",
      message: `Your plan, Test ${user.id}, allows 2 overlays. You have reached that limit.`,
    });
  });

  it("is rejected if the plan has no overlays", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { overlay: { enabled: false, count: 0 } });
    const answer = await client.post("/api/overlay/add", { type: "image", name: "Mine", content: { url } });
    expect(answer.status).toBe(403);
  });
});

/** Invalid content of each type: the path in it, and values. */
const tooLong = "x".repeat(501);
const badText = ["", " ", null, undefined, 5, {}, tooLong, "a\0b"];
const badLine = [...badText, "x".repeat(101)];
const badUrl = ["nope", "javascript:alert(1)", "ftp://example.com/", "https://a:b@example.com/", 5, {}];
const badColors: [string, unknown[]][] = [
  ["colors", ["red", 5, [5]]],
  ...Object.keys(colors).map((name): [string, unknown[]] => [`colors.${name}`, ["red", "#FFF", 5, "#5C7CFG"]]),
];
const badPlacing: [string, unknown[]][] = [
  ["position", ["left", 5, [], "center;"]],
  ["trigger", ["scroll", "click", 5, {}]],
  ["delay", [0, 301, -1, 1.5, "soon", "5s", {}]],
];
const refusals: [type: string, wrong: [path: string, values: unknown[]][]][] = [
  ["message", [["text", badText], ["button", [5, tooLong]], ["url", badUrl], ...badColors]],
  ["contact", [["title", badLine], ["text", [5, tooLong]], ["button", [5, tooLong]], ["thanks", [5]], ...badColors]],
  [
    "poll",
    [
      ["question", badText],
      ["options", [null, undefined, "a", {}, [], ["a"], ["a", " a "], [..."abcdefghijk"]]],
      [
        "options.1",
        [
          ["a", ""],
          ["a", 5],
          ["a", tooLong],
          ["a", "b\0"],
        ],
      ],
      ["thanks", [5, tooLong]],
      ...badColors,
    ],
  ],
  ["newsletter", [["title", badLine], ["text", [5, tooLong]], ["button", [5, tooLong]], ["thanks", [5]], ...badColors]],
  ["coupon", [["text", badText], ["code", badLine], ["button", [5, tooLong]], ["url", badUrl], ...badColors]],
  [
    "image",
    [
      ["url", [...badUrl, null, undefined, ""]],
      ["alt", [5, tooLong]],
      ["link", badUrl],
    ],
  ],
];

/** `content` with `value` at a path; `options.1` stands for the whole list. */
function withValue(content: object, path: string, value: unknown): object {
  const [first = "", second] = path.split(".");
  return { ...content, [first]: second && !/\d/.test(second) ? { [second]: value } : value };
}

it.each(refusals)("rejects wrong content of a %s by the field's path, on creation and change", async (type, wrong) => {
  const { client } = await newOwner(server);
  const id = await add(client, type);
  const before = await show(client, id);
  await expectRefusals(
    [(body) => client.post("/api/overlay/add", body), (body) => client.put(`/api/overlay/${id}/update`, body)],
    [...wrong, ...badPlacing].map(([path, values]) => [
      `content.${path}`,
      values.map((value) => ({ type, name: "Changed", content: withValue(least(type), path, value) })),
    ]),
  );
  expect(await list(client)).toHaveLength(1);
  expect(await show(client, id)).toEqual(before);
});

describe("PUT /api/overlay/:id/update", () => {
  it("changes what is sent, keeps the type, and replaces the content", async () => {
    const { client } = await newOwner(server);
    const id = await add(client, "coupon", { text: "10 %", code: "TEN", button: "Shop" });
    const update = (body: object) => ok(client.put(`/api/overlay/${id}/update`, body));
    const before = await show(client, id);
    for (const body of [{}, { name: null, content: null }, { name: "", content: "" }, { type: "poll" }]) {
      expect(await update(body)).toEqual({ error: 0, message: "The overlay has been updated." });
      expect(await show(client, id)).toEqual(before);
    }
    await update({ name: "Sale" });
    expect(await show(client, id)).toEqual({ ...before, name: "Sale" });
    const content = { text: "20 %", code: "TWENTY" };
    await update({ content });
    expect(await show(client, id)).toEqual({ ...before, name: "Sale", content });
  });

  it("rejects another type's content and a wrong name", async () => {
    const { client } = await newOwner(server);
    const id = await add(client, "poll");
    const names = [5, {}, "x".repeat(101), "a\0b"].map((name) => ({ name }));
    await expectRefusals(
      [(body) => client.put(`/api/overlay/${id}/update`, body)],
      [
        ["content.question", [{ content: least("message") }, { type: "message", content: least("message") }]],
        ["content", [{ content: "text" }, { content: 5 }, { content: [5] }]],
        ["name", names],
      ],
    );
  });
});

it("DELETE /api/overlay/:id/delete deletes it, and its links then redirect directly", async () => {
  const owner = await linkOwner(server);
  const id = await add(owner.client);
  const link = await owner.create({ type: `overlay-${id}` });
  expect((await owner.show(link.id)).details.type).toBe(`overlay-${id}`);
  const answer = await ok(owner.client.delete(`/api/overlay/${id}/delete`));
  expect(answer).toEqual({ error: 0, message: "The overlay has been deleted." });
  expect((await owner.show(link.id)).details.type).toBe("direct");
  expect((await owner.client.get(`/api/overlay/${id}`)).status).toBe(404);
});

it("accepts only the account's own images", async () => {
  const [owner, other] = [await linkOwner(server), await linkOwner(server)];
  const code = `${Date.now()}`.padStart(32, "0");
  await sql(server, "INSERT INTO uploads (code, user_id, image) VALUES ($1, $2, 'x')", [code, owner.user.id]);
  const content = { url: `${server.url}/uploads/${code}` };
  const id = await add(owner.client, "image", content);
  await limitTo(server, other.user.id, { overlay: { enabled: true, count: null } });
  const [theirs, message] = [await add(other.client, "image"), "This is not one of your uploads."];
  const before = await show(other.client, theirs);
  for (const answer of [
    await other.client.post<Failure>("/api/overlay/add", { type: "image", name: "Mine", content }),
    await other.client.put<Failure>(`/api/overlay/${theirs}/update`, { name: "Changed", content }),
  ]) {
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: "content.url", code: "upload_not_yours", message }],
    ]);
  }
  expect(await show(other.client, theirs)).toEqual(before);
  // An image that is already shown may stay, even if the file has another owner now.
  await sql(server, "UPDATE uploads SET user_id = $2 WHERE code = $1", [code, other.user.id]);
  await ok(owner.client.put(`/api/overlay/${id}/update`, { content: { ...content, alt: "A poster" } }));
});

it("hides other users' overlays: 404, as if they did not exist", async () => {
  const [owner, other] = [await newOwner(server), await newOwner(server)];
  const id = await add(other.client);
  const before = await show(other.client, id);
  await expectNoAccess(
    [
      (id) => owner.client.get(`/api/overlay/${id}`),
      (id) => owner.client.put(`/api/overlay/${id}/update`, { name: "Mine" }),
      (id) => owner.client.put(`/api/overlay/${id}/update`, { content: {} }),
      (id) => owner.client.delete(`/api/overlay/${id}/delete`),
    ],
    id,
    "This overlay does not exist.",
  );
  expect(await show(other.client, id)).toEqual(before);
  expect((await api(server).get(`/api/overlay/${id}`)).status).toBe(401);
});
