import { beforeAll, describe, expect, inject, it, test } from "vitest";
import { otherPaths, otherWords } from "@/lib/http/dialect";
import { type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { type RawAnswer, sendRaw } from "../support/raw-request";
import { newUser } from "../support/users";

const server = inject("server");
let owner: LinkOwner;
let link: { id: number; shorturl: string };
let campaign: number;
let channel: number;
beforeAll(async () => {
  owner = await linkOwner(server);
  link = await owner.create({ custom: `words-${Date.now()}` });
  campaign = (await owner.made("/api/campaign/add", { name: "Spring" })).id;
  channel = (await owner.made("/api/channel/add", { name: "Posters" })).id;
});

const send = (line: string, body?: unknown, key = owner.user.key) =>
  sendRaw(
    server,
    `${line}\nAuthorization: Bearer ${key}\nContent-Type: application/json${body === undefined ? "" : `\n\n${JSON.stringify(body)}`}`,
  );
const content = { text: "Half price" };

interface Called {
  /** the row of the table, as `POST /api/url/get` or `POST /api/qr/add data` */
  row: string;
  theirs: () => Promise<RawAnswer>;
  ours: () => Promise<RawAnswer>;
}

const rows: Called[] = [
  {
    row: "GET /api/link/{id}",
    theirs: () => send(`GET /api/link/${link.id}`),
    ours: () => send(`GET /api/url/${link.id}`),
  },
  {
    row: "PUT /api/link/{id}/update",
    theirs: () => send(`PUT /api/link/${link.id}/update`, { description: "Theirs" }),
    ours: () => send(`PUT /api/url/${link.id}/update`, { description: "Ours" }),
  },
  {
    row: "DELETE /api/link/{id}/delete",
    theirs: async () => send(`DELETE /api/link/${(await owner.create()).id}/delete`),
    ours: async () => send(`DELETE /api/url/${(await owner.create()).id}/delete`),
  },
  {
    row: "POST /api/url/stats",
    theirs: () => send("POST /api/url/stats", { urlid: link.id }),
    ours: () => send(`GET /api/url/${link.id}`),
  },
  {
    row: "POST /api/url/get",
    theirs: () => send("POST /api/url/get", { limit: 2, page: 1, order: "click" }),
    ours: () => send("GET /api/urls?limit=2&page=1&order=click"),
  },
  {
    row: "POST /api/campaign/{id}/assign",
    theirs: () => send(`POST /api/campaign/${campaign}/assign`, { link_id: link.id }),
    ours: () => send(`POST /api/campaign/${campaign}/assign/${link.id}`),
  },
  {
    row: "POST /api/campaign/{id}/assign",
    theirs: () => send(`POST /api/campaign/${campaign}/assign`, { linkid: String(link.id) }),
    ours: () => send(`POST /api/campaign/${campaign}/assign/${link.id}`),
  },
  {
    row: "POST /api/channel/{id}/assign",
    theirs: () => send(`POST /api/channel/${channel}/assign`, { type: "url", item_id: link.id }),
    ours: () => send(`POST /api/channel/${channel}/assign/links/${link.id}`),
  },
  {
    row: "POST /api/channel/{id}/assign/{type}/{itemid} type",
    theirs: () => send(`POST /api/channel/${channel}/assign/url/${link.id}`),
    ours: () => send(`POST /api/channel/${channel}/assign/links/${link.id}`),
  },
];

describe("requests under other names get the answer of ours", () => {
  it.each(rows)("$row", async ({ theirs, ours }) => {
    const [one, other] = [await theirs(), await ours()];
    expect([one.status, one.body]).toEqual([other.status, other.body]);
    expect([one.status, one.body.error]).toEqual([200, 0]);
  });

  it("for administrators", async () => {
    const admin = (line: string, body?: unknown) => send(line, body, server.adminKey);
    const username = `made${Date.now()}`;
    const input = { username, email: `${username}@example.com`, password: "a password of the tests" };
    const created = await admin("POST /api/user/create", input);
    expect(created.body).toMatchObject({ error: 0, data: { username } });
    const shown = await admin("POST /api/user/get", { userid: created.body.data.id });
    expect(shown.body).toEqual((await admin(`GET /api/user/${created.body.data.id}`)).body);
    expect(shown.body.data).toMatchObject({ username });
    expect((await send("POST /api/user/get", { userid: 1 })).status).toBe(403);
    expect((await send("POST /api/user/create", input)).status).toBe(403);
  });

  it("in a form, too", async () => {
    const answer = await sendRaw(
      server,
      `POST /api/url/stats\nAuthorization: ${owner.user.key}\nContent-Type: application/x-www-form-urlencoded\n\nurlid=${link.id}`,
    );
    expect(answer.body).toMatchObject({ error: 0, details: { id: link.id } });
  });
});

describe("and rejected like that", () => {
  it.each([
    ["GET /api/url/stats", undefined, 405],
    ["PUT /api/url/get", {}, 405],
    ["POST /api/url/stats", {}, 400],
    ["POST /api/url/stats", { urlid: "x" }, 400],
    ["POST /api/url/stats", { urlid: 2147483647 }, 404],
    ["POST /api/url/get", { limit: 0 }, 400],
    ["POST /api/url/get", [1], 400],
    ["POST /api/campaign/2147483647/assign", { linkid: 1 }, 404],
    ["POST /api/channel/2147483647/assign", { type: "url", item_id: 1 }, 404],
    ["POST /api/channel/1/assign", { type: "users", item_id: 1 }, 400],
  ])("%s %j: %i", async (line, body, status) => {
    const answer = await send(line, body);
    expect([answer.status, answer.body.error]).toEqual([status, 1]);
  });

  it("another user's items stay invisible", async () => {
    const other = await newUser(server);
    for (const [line, body] of [
      ["POST /api/url/stats", { urlid: link.id }],
      [`POST /api/campaign/${campaign}/assign`, { linkid: link.id }],
      [`POST /api/channel/${channel}/assign`, { type: "url", item_id: link.id }],
      [`GET /api/campaign/${campaign}`, undefined],
    ] as const) {
      expect((await send(line, body, other.key)).status).toBe(404);
    }
  });

  it("requests without a key do not get that far", async () => {
    expect((await send("POST /api/url/stats", { urlid: link.id }, "sp_wrong")).status).toBe(401);
  });
});

describe("fields", () => {
  const show = async (path: string) => (await send(`GET ${path}`)).body.data;
  const addOverlay = async (body: object) => {
    const { body: answer } = await send("POST /api/overlay/add", body);
    return show(`/api/overlay/${answer.id}`);
  };

  it("POST and PUT of a domain: redirect_root and redirect_404", async () => {
    const redirects = { redirect_root: "https://example.com/", redirect_404: "https://example.com/lost" };
    const other = await send("PUT /api/domain/2147483647/update", { redirect_root: "nope" });
    // The value is checked, so the field is understood.
    expect([other.status, other.body.errors[0].path]).toEqual([400, "redirectroot"]);
    const added = await send("POST /api/domain/add", { domain: "nowhere", ...redirects, redirect_404: "nope" });
    expect(added.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(["domain", "redirect404"]);
  });

  it("POST and PUT of an overlay: its content next to its name", async () => {
    await onNewPlan(server, owner.user);
    const nested = await addOverlay({ type: "message", name: "Nested", content });
    const flat = await addOverlay({ type: "message", name: "Flat", ...content });
    expect(flat.content).toEqual(nested.content);
    await send(`PUT /api/overlay/${flat.id}/update`, { text: "A third off" });
    expect((await show(`/api/overlay/${flat.id}`)).content).toMatchObject({ text: "A third off" });
    await send(`PUT /api/overlay/${flat.id}/update`, { name: "Only named" });
    expect(await show(`/api/overlay/${flat.id}`)).toMatchObject({
      name: "Only named",
      content: { text: "A third off" },
    });
  });

  it("POST and PUT of an overlay: message, button_text and button_url", async () => {
    await onNewPlan(server, owner.user);
    const theirs = { message: "Half price", button_text: "Show me", button_url: "https://example.com/sale" };
    const ours = { text: "Half price", button: "Show me", url: "https://example.com/sale" };
    const flat = await addOverlay({ type: "message", name: "Flat", ...theirs });
    expect(flat.content).toEqual(ours);
    expect((await addOverlay({ type: "message", name: "Nested", content: theirs })).content).toEqual(ours);
    expect((await addOverlay({ type: "message", name: "Both", ...theirs, text: "Ours" })).content.text).toBe("Ours");
    await send(`PUT /api/overlay/${flat.id}/update`, { message: "A third off", button_text: "Go on" });
    expect((await show(`/api/overlay/${flat.id}`)).content).toMatchObject({ text: "A third off", button: "Go on" });
    const poster = { url: "https://example.com/poster.png", button_url: "https://example.com/sale" };
    const image = await addOverlay({ type: "image", name: "Poster", ...poster });
    expect(image.content).toEqual({ url: poster.url, link: poster.button_url });
    const { status, body } = await send("POST /api/overlay/add", { type: "message", name: "Bad", message: 5 });
    expect([status, body.errors[0].path]).toEqual([400, "content.text"]);
  });

  it("a link's targets by country and device, next to ours", async () => {
    const target = (name: string) => `https://example.com/${name}`;
    const { id } = await owner.create({
      geotarget: [
        { location: "us", link: target("us") },
        { location: "Germany", link: target("de") },
        { location: "US", link: target("second") },
      ],
      devicetarget: [{ device: "iPhone", link: target("iphone") }],
    });
    const { details } = await owner.show(id);
    expect(details).toMatchObject({
      location: { "united states of america": target("us"), germany: target("de") },
      device: { iphone: target("iphone") },
      geotarget: [{ location: "US" }, { location: "DE" }, { location: "US" }],
    });
    const plain = await owner.show(link.id);
    expect([plain.details.location, plain.details.device]).toEqual([{}, {}]);
  });

  it("POST of a QR code: a text for the recipient of an e-mail or a message", async () => {
    for (const [type, data] of [
      ["email", "ada@example.com"],
      ["sms", "+442079460000"],
    ]) {
      expect((await send("POST /api/qr/add", { type, data })).body).toMatchObject({ error: 0 });
    }
    expect((await send("POST /api/qr/add", { type: "wifi", data: "home" })).status).toBe(400);
    expect((await send("POST /api/qr/add", { type: "email" })).body.errors[0]).toMatchObject({ path: "data" });
  });

  it("our field counts if it is sent under both names", async () => {
    const answer = await send("PUT /api/domain/2147483647/update", {
      redirect_root: "nope",
      redirectroot: "https://example.com/",
    });
    expect(answer.status).toBe(404);
  });
});

test("every row of the table is tested above", () => {
  const tried = new Set(rows.map(({ row }) => row.split(" ").slice(0, 2).join(" ")));
  const others = ["POST /api/user/create", "POST /api/user/get"];
  const paths = otherPaths.map(({ method, path }) => `${method} ${path}`).filter((row) => !others.includes(row));
  expect(paths.filter((row) => !tried.has(row))).toEqual([]);
  expect(otherWords.map(({ of }) => of)).toEqual([
    "GET /api/urls",
    "POST /api/domain/add",
    "PUT /api/domain/{id}/update",
    "POST /api/overlay/add",
    "PUT /api/overlay/{id}/update",
    "POST /api/channel/{id}/assign/{type}/{itemid}",
    "POST /api/qr/add",
  ]);
});

describe("values", () => {
  it.each([
    ["example.com/page", "https://example.com/page"],
    ["example.com", "https://example.com"],
    [" www.example.com/a?b=c#d ", "https://www.example.com/a?b=c#d"],
    ["example.com:8443/x", "https://example.com:8443/x"],
    ["http://example.com/", "http://example.com/"],
  ])("a URL may lack its scheme: %s", async (sent, meant) => {
    const { id } = await owner.create({ url: sent });
    expect((await owner.show(id)).details.longurl).toBe(meant);
  });

  it.each(["nope", "ada@example.com", "mailto:ada@example.com", "javascript:alert(1)", "a.b c.de", "example.", ".com"])(
    "but not its host: %s",
    async (url) => {
      expect((await send("POST /api/url/add", { url })).status).toBe(400);
    },
  );

  it("an unknown order is that of dates", async () => {
    const { body } = await send("GET /api/urls?order=clicks_desc");
    expect(body.data.urls).toEqual((await send("GET /api/urls")).body.data.urls);
  });

  it("lists of 1,000 are lists of 1,000", async () => {
    for (const path of ["/api/urls", "/api/campaigns", "/api/channels", "/api/pixels", "/api/qr", "/api/domains"]) {
      expect((await send(`GET ${path}?limit=1000`)).body.data.perpage).toBe(1000);
      expect((await send(`GET ${path}?limit=5000`)).body.data.perpage).toBe(1000);
    }
  });
});
