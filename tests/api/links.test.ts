import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { visit } from "../support/visit";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const insert = async (text: string, values: unknown[]) => {
  const [row] = await sql<{ id: number }>(server, `${text} RETURNING id`, values);
  if (!row) throw new Error("nothing was inserted");
  return row.id;
};

/** One of everything that a link can refer to, belonging to `userId`. */
async function belongings(userId: number) {
  const name = `of ${userId}`;
  return {
    pixel: await insert("INSERT INTO pixels (user_id, type, name, tag) VALUES ($1, 'vendor9', $2, 'x')", [
      userId,
      name,
    ]),
    channel: await insert("INSERT INTO channels (user_id, name) VALUES ($1, $2)", [userId, name]),
    campaign: await insert("INSERT INTO campaigns (user_id, name) VALUES ($1, $2)", [userId, name]),
    overlay: await insert("INSERT INTO overlays (user_id, type, name, content) VALUES ($1, 'message', $2, '{}')", [
      userId,
      name,
    ]),
    splash: await insert("INSERT INTO splash_pages (user_id, name, content) VALUES ($1, $2, '{}')", [userId, name]),
    domain: await insert("INSERT INTO domains (user_id, host) VALUES ($1, $2)", [userId, `u${userId}.example`]),
  };
}

/** Every optional setting, as it is sent and as it is returned. */
const settings = {
  type: "frame",
  redirect: 308,
  campaignweight: 3,
  expiry: "2099-01-31 18:00:00",
  clicklimit: 7,
  expiryurl: "https://example.com/ended",
  deeplink: { auto: true, apple: "https://apple.example/", google: "https://google.example/" },
  geotarget: [{ location: "FR", link: "https://fr.example/" }],
  devicetarget: [{ device: "iphone", link: "https://iphone.example/" }],
  languagetarget: [{ language: "de", link: "https://de.example/" }],
  rules: [
    {
      when: {
        country: ["FR", "BE"],
        language: ["fr"],
        device: ["iphone", "android"],
        os: ["iOS", "Android"],
        browser: ["Chrome", "Safari"],
        query: [{ name: "ref", value: "mail" }, { name: "any" }],
        from: "2027-01-01 00:00:00",
        until: "2027-02-01 00:00:00",
        days: ["mon", "sun"],
        hours: { from: "22:00", until: "06:30" },
        timezone: "Europe/Paris",
      },
      to: "https://rule.example/",
    },
    {
      when: { country: ["FR"] },
      split: [
        { to: "https://one.example/", weight: 70 },
        { to: "https://other.example/", weight: 30 },
      ],
    },
  ],
  split: [
    { to: "https://a.example/", weight: 1 },
    { to: "https://b.example/", weight: 1 },
  ],
  parameters: [{ name: "utm_source", value: "mail & more" }],
  forward: "all",
  trackconversions: true,
  metatitle: "A title",
  metadescription: "A description",
  metaimage: "https://example.com/image.png",
  title: "A title of its own",
  description: "A note",
  status: "off",
};

/** The settings of a link for which none were sent. */
const defaults = {
  type: "direct",
  redirect: 302,
  campaignweight: 1,
  expiry: null,
  clicklimit: null,
  expiryurl: null,
  deeplink: null,
  geotarget: [],
  devicetarget: [],
  languagetarget: [],
  rules: [],
  split: [],
  splitfinish: null,
  parameters: [],
  forward: null,
  trackconversions: null,
  metatitle: null,
  metadescription: null,
  metaimage: null,
  description: "",
  externalid: null,
  failing: null,
  tags: [],
  pixels: [],
  channel: null,
  campaign: null,
};

describe("a new link", () => {
  it("needs only a URL", async () => {
    const { status, body } = await owner.client.post<{ id: number; shorturl: string }>("/api/url/add", {
      url: "https://example.com/a?b=c#d",
    });
    expect(status).toBe(200);
    expect(body).toEqual({ error: 0, id: expect.any(Number), short: body.shorturl, shorturl: expect.any(String) });
    expect(body.shorturl).toMatch(new RegExp(`^${server.url}/[2-9a-z]{7}$`));
    const { details, data } = await owner.show(body.id);
    expect(details).toEqual({
      ...defaults,
      id: body.id,
      alias: body.shorturl.slice(server.url.length + 1),
      shorturl: body.shorturl,
      longurl: "https://example.com/a?b=c#d",
      clicks: 0,
      uniqueclicks: 0,
      title: "",
      domain: server.url,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      status: "public",
      archived: false,
      protected: false,
      location: {},
      device: {},
    });
    expect(data).toEqual({
      clicks: 0,
      uniqueClicks: 0,
      conversions: { count: 0, rate: 0, events: {}, revenue: {} },
      topCountries: {},
      topReferrers: {},
      topBrowsers: {},
      topOs: {},
      socialCount: { network1: 0, network2: 0, network3: 0 },
      topClasses: {},
      topRobots: {},
      topRegions: {},
      topCities: {},
    });
  });

  it("stores every field and returns it", async () => {
    const mine = await linkOwner(server);
    const own = await belongings(mine.user.id);
    const { pixel, channel, campaign } = own;
    const host = `u${mine.user.id}.example`;
    const sent = {
      ...settings,
      custom: "Every-Field",
      domain: host,
      pixels: [pixel],
      channel,
      campaign,
      password: "x",
    };
    const { id, shorturl } = await mine.create(sent);
    expect(shorturl).toBe(`https://${host}/Every-Field`);
    const { details } = await mine.show(id);
    expect(details).toMatchObject({
      ...settings,
      pixels: [pixel],
      channel,
      campaign,
      alias: "Every-Field",
      domain: `https://${host}`,
      protected: true,
    });
    expect((await mine.list()).urls[0]).toMatchObject({ id, channel, campaign, description: "A note" });
  });

  it("treats null and blanks as not sent", async () => {
    const absent = Object.keys({ ...settings, custom: "", password: "", domain: "", pixels: [] });
    for (const nothing of [null, ""]) {
      const { id } = await owner.create(Object.fromEntries(absent.map((name) => [name, nothing])));
      expect((await owner.show(id)).details).toMatchObject({ ...defaults, protected: false, status: "public" });
    }
  });

  it("ignores unknown fields", async () => {
    const { id } = await owner.create({ id: 1, userId: 1, clicks: 99, shorturl: "mine", unknown: { deep: [1] } });
    expect((await owner.show(id)).details).toMatchObject({ id, clicks: 0 });
    expect((await owner.show(id)).details.shorturl).not.toBe("mine");
  });

  it("accepts numbers as text, flags as numbers, places by name", async () => {
    const { id } = await owner.create({
      redirect: "307",
      clicklimit: "12",
      deeplink: { auto: 1, apple: "https://apple.example/" },
      geotarget: [{ location: "germany", link: "https://de.example/" }],
      languagetarget: [{ language: "Hebrew", link: "https://he.example/" }],
      devicetarget: [{ device: "iPhone", link: "https://iphone.example/" }],
    });
    expect((await owner.show(id)).details).toMatchObject({
      redirect: 307,
      clicklimit: 12,
      deeplink: { auto: true, apple: "https://apple.example/", google: null },
      geotarget: [{ location: "DE", link: "https://de.example/" }],
      languagetarget: [{ language: "he", link: "https://he.example/" }],
      devicetarget: [{ device: "iphone", link: "https://iphone.example/" }],
    });
  });

  it("accepts a splash page or overlay of the account by its number", async () => {
    const mine = await linkOwner(server);
    const { splash, overlay } = await belongings(mine.user.id);
    for (const type of [`splash-${splash}`, `overlay-${overlay}`]) {
      const { id } = await mine.create({ type });
      expect((await mine.show(id)).details.type).toBe(type);
    }
  });

  it("accepts a custom domain with or without its scheme, in any case", async () => {
    const mine = await linkOwner(server);
    await belongings(mine.user.id);
    const host = `u${mine.user.id}.example`;
    for (const domain of [host, `https://${host}`, `http://${host.toUpperCase()}/`]) {
      const { id } = await mine.create({ domain });
      expect((await mine.show(id)).details.domain).toBe(`https://${host}`);
    }
    const { id } = await mine.create({ domain: server.url.replace("localhost", "LOCALHOST") });
    expect((await mine.show(id)).details.domain).toBe(server.url);
  });

  it.each([
    "'; DROP TABLE links; --",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "$7*7 {{7*7}} %s %00 \\0 \\",
    "\u202eright to left \u{1f680} e\u0301\r\n\t",
  ])("keeps %j unchanged", async (text) => {
    const words = {
      description: text,
      metatitle: text,
      metadescription: text,
      parameters: [{ name: "x", value: text }],
    };
    const { id } = await owner.create(words);
    expect((await owner.show(id)).details).toMatchObject(words);
  });

  it("gives one link to one of many requests for the same alias at once", async () => {
    const answers = await Promise.all(
      ["Race", "race", "RACE", "rAce", "raCe"].map((custom) =>
        owner.client.post("/api/url/add", { url: "https://example.com/", custom: `${custom}-${owner.user.id}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

/** The same settings under the names that other clients use. */
const named: Record<string, object> = {
  geotarget: { location: { france: "https://fr.example/" } },
  devicetarget: { device: { iphone: "https://iphone.example/" } },
};

describe("an update", () => {
  it.each(Object.entries(settings))("replaces only %s, null clears it, and a blank keeps it", async (name, value) => {
    const { id } = await owner.create();
    const before = (await owner.show(id)).details;
    const { status, body } = await owner.client.put(`/api/url/${id}/update`, { [name]: value });
    expect(status).toBe(200);
    expect(body).toEqual({ error: 0, id, short: before.shorturl, shorturl: before.shorturl });
    const changed = { ...before, ...named[name], [name]: value };
    expect((await owner.show(id)).details).toEqual(changed);

    await owner.update(id, { [name]: "" });
    expect((await owner.show(id)).details).toEqual(changed);

    // These settings always have a value.
    const kept = ["type", "redirect", "campaignweight", "status"].includes(name);
    await owner.update(id, { [name]: null });
    expect((await owner.show(id)).details).toEqual(kept ? changed : before);
  });

  it("changes the destination and the alias; the old alias stops working", async () => {
    const { id, shorturl } = await owner.create();
    const custom = `Moved-${id}`;
    await owner.update(id, { url: "https://example.com/new", custom });
    const { details } = await owner.show(id);
    expect(details).toMatchObject({ alias: custom, longurl: "https://example.com/new" });
    expect((await visit(details.shorturl)).location).toBe("https://example.com/new");
    expect((await visit(shorturl)).status).toBe(404);
  });

  it("changes the case of its own alias, and rejects another link's", async () => {
    const [one, other] = [await owner.create({ custom: `Case-${owner.user.id}` }), await owner.create()];
    await owner.update(one.id, { custom: `cASE-${owner.user.id}` });
    expect((await owner.show(one.id)).details.alias).toBe(`cASE-${owner.user.id}`);
    const { status, body } = await owner.client.put<Failure>(`/api/url/${other.id}/update`, {
      custom: `CASE-${owner.user.id}`,
    });
    expect([status, body.message]).toEqual([409, "That alias is taken. Please choose another one."]);
  });

  it("sets and clears the password, the pixels, the channel and the campaign", async () => {
    const mine = await linkOwner(server);
    const { pixel, channel, campaign } = await belongings(mine.user.id);
    const { id } = await mine.create();
    await mine.update(id, { password: "secret", pixels: [pixel], channel, campaign });
    expect((await mine.show(id)).details).toMatchObject({ protected: true, pixels: [pixel], channel, campaign });
    await mine.update(id, { password: "", pixels: "", channel: "", campaign: "" });
    expect((await mine.show(id)).details).toMatchObject({ protected: true, pixels: [pixel], channel, campaign });
    await mine.update(id, { password: null, pixels: null, channel: null, campaign: null });
    const none = { protected: false, pixels: [], channel: null, campaign: null };
    expect((await mine.show(id)).details).toMatchObject(none);
  });

  it("keeps the rules and targets of other kinds", async () => {
    const { id } = await owner.create(settings);
    await owner.update(id, { devicetarget: [{ device: "mac", link: "https://mac.example/" }] });
    const { geotarget, languagetarget, rules, split } = settings;
    const devicetarget = [{ device: "mac", link: "https://mac.example/" }];
    const expected = { geotarget, languagetarget, devicetarget, rules, split };
    expect((await owner.show(id)).details).toMatchObject(expected);
    await owner.update(id, { rules: null, split: [] });
    expect((await owner.show(id)).details).toMatchObject({ ...expected, rules: [], split: [] });
  });

  it("changes nothing if nothing is sent", async () => {
    const { id } = await owner.create(settings);
    const before = await owner.show(id);
    await owner.update(id, {});
    expect(await owner.show(id)).toEqual(before);
  });
});

it("deletes a link: it is unknown, unlisted, and does not redirect from then on", async () => {
  const mine = await linkOwner(server);
  const { id, shorturl } = await mine.create();
  expect((await visit(shorturl)).status).toBe(302);
  const { status, body } = await mine.client.delete(`/api/url/${id}/delete`);
  expect([status, body]).toEqual([200, { error: 0, message: expect.any(String) }]);
  expect((await mine.client.get(`/api/url/${id}`)).status).toBe(404);
  expect((await mine.client.delete(`/api/url/${id}/delete`)).status).toBe(404);
  expect((await mine.list()).result).toBe(0);
  expect((await visit(shorturl)).status).toBe(404);
});

describe("links and items of another user", () => {
  const calls = [
    ["GET", "/api/url/:id"],
    ["PUT", "/api/url/:id/update"],
    ["DELETE", "/api/url/:id/delete"],
  ] as const;

  const call = (client: ReturnType<typeof api>, method: string, path: string, id: number | string) => {
    const address = path.replace(":id", String(id));
    if (method === "GET") return client.get<Failure>(address);
    return method === "PUT"
      ? client.put<Failure>(address, { description: "taken over" })
      : client.delete<Failure>(address);
  };

  it.each(calls)("%s %s answers as for an unknown link, also to an administrator", async (method, path) => {
    const stranger = await linkOwner(server);
    const { id } = await stranger.create({ description: "mine" });
    const unknown = await call(owner.client, method, path, 2_147_483_647);
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { error: 1, code: "not_found", message: "This link does not exist." },
    ]);
    for (const client of [owner.client, api(server, server.adminKey)]) {
      const foreign = await call(client, method, path, id);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    }
    expect((await stranger.show(id)).details.description).toBe("mine");
  });

  it.each(calls)("%s %s rejects invalid IDs", async (method, path) => {
    for (const id of [
      "abc",
      "0",
      "-1",
      "1.5",
      "1e3",
      "2147483648",
      "99999999999999999999",
      "%00",
      "%",
      "1%202",
      "null",
    ]) {
      const { status, body } = await call(owner.client, method, path, id);
      expect([id, [400, 404].includes(status), body.error]).toEqual([id, true, 1]);
    }
  });

  it("cannot be used: they are rejected as if they did not exist", async () => {
    const [mine, stranger] = await Promise.all([linkOwner(server), linkOwner(server)]);
    const foreign = await belongings(stranger.user.id);
    const link = await mine.create();
    const unknown = 2_147_483_647;
    const attempts: [field: string, foreign: unknown, unknown: unknown][] = [
      ["pixels", [foreign.pixel], [unknown]],
      ["channel", foreign.channel, unknown],
      ["campaign", foreign.campaign, unknown],
      ["type", `overlay-${foreign.overlay}`, `overlay-${unknown}`],
      ["type", `splash-${foreign.splash}`, `splash-${unknown}`],
      ["domain", `u${stranger.user.id}.example`, "unknown.example"],
    ];
    for (const [field, theirs, none] of attempts) {
      const answers = [];
      for (const value of [theirs, none]) {
        const sent = { url: "https://example.com/", [field]: value };
        answers.push(await mine.client.post<Failure>("/api/url/add", sent));
        answers.push(await mine.client.put<Failure>(`/api/url/${link.id}/update`, { [field]: value }));
      }
      expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.path])).toEqual(Array(4).fill([400, field]));
      expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
    }
    expect((await mine.list()).result).toBe(1);
  });
});
