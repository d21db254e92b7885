import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type CreateLink, createLinkBody, updateLinkBody } from "@/lib/resources/links/schema";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { visit } from "../support/visit";

const server = inject("server");
let owner: LinkOwner;
/** A link of the owner's, which no refused request may change. */
let link: { id: number; before: unknown };

beforeEach(async () => {
  owner = await linkOwner(server);
  const { id } = await owner.create({ description: "as it was" });
  link = { id, before: await owner.show(id) };
});

const url = "https://example.com/";

async function unchanged(): Promise<void> {
  expect(await owner.show(link.id)).toEqual(link.before);
  expect((await owner.list()).result).toBe(1);
}

/** Sends it with POST and PUT: both must be refused, naming the field. Returns the message. */
async function refused(sent: Record<string, unknown>, status: number, path: string): Promise<string> {
  const answers = [
    await owner.client.put<Failure>(`/api/url/${link.id}/update`, sent),
    await owner.client.post<Failure>("/api/url/add", { url, ...sent }),
  ];
  for (const answer of answers) {
    expect([sent, answer.status, answer.body.error]).toEqual([sent, status, 1]);
    expect(answer.body.errors?.[0]?.path).toBe(path);
  }
  const [message, other] = answers.map(({ body }) => body.message);
  expect(message).toBe(other);
  return message ?? "";
}

describe("values of the wrong type", () => {
  const text = [5, true, {}, [], ["text"]];
  const number = ["many", true, {}, [], [1], 1.5, -1, 0];
  const list = [5, true, "text", {}, [5], ["text"], [null]];
  const targets = (name: string) => [...list, [{}], [{ [name]: 5, link: url }], [{ link: url }]];
  const split = [
    { to: url, weight: 1 },
    { to: url, weight: 1000 },
  ];
  const wrongConditions = [
    ...[{ country: "FR" }, { country: [] }, { country: ["Atlantis"] }, { language: ["Klingonese"] }],
    ...[{ device: ["toaster"] }, { os: ["TempleOS"] }, { browser: [5] }, { days: ["someday"] }, { days: "mon" }],
    ...[{ query: "ref" }, { query: [] }, { query: [{ value: "x" }] }, { query: [{ name: "", value: "x" }] }],
    ...[{ from: "tomorrow" }, { until: 5 }, { from: "2027-01-02 00:00:00", until: "2027-01-02 00:00:00" }],
    ...[{ hours: "9-17" }, { hours: { from: "09:00" } }, { hours: { from: "9:00", until: "17:00" } }],
    ...[{ hours: { from: "09:00", until: "24:00" } }, { hours: { from: "09:00", until: "09:00" } }],
    ...[
      { days: ["mon"], timezone: "Mars/Olympus" },
      { days: ["mon"], timezone: 1 },
    ],
  ];
  const wrong: Record<keyof CreateLink, unknown[]> = {
    url: text,
    custom: [...text, "/a", "a/", "a//b", "a/b/c/d/e/f", "a/./b", "summer/qr", "summer/QR", "a/qr/300"],
    type: [...text, "redirect", "overlay", "overlay-0"],
    domain: [...text, "nobody.example", "a b"],
    status: [...text, "hidden", "PUBLIC"],
    redirect: [...number, 200, 303, "30x"],
    password: [...text, "x".repeat(129)],
    expiry: [...text, "tomorrow", "2027-02-31 00:00:00", "3/4/2027", "0000-01-01 00:00:00"],
    clicklimit: [...number, 2_147_483_648],
    expiryurl: text,
    pixels: [...list, ["1.5"], [-1], Array(51).fill(1)],
    channel: [...number, 2_147_483_648],
    tags: [
      5,
      true,
      "text",
      {},
      [5],
      [null],
      [""],
      ["  "],
      ["a,b"],
      ["a\nb"],
      ["a\0b"],
      ["x".repeat(65)],
      Array(21).fill("x"),
    ],
    campaign: [...number, 2_147_483_648],
    forward: [...text, "path", "ALL"],
    trackconversions: [5, "yes", {}, [], [true]],
    campaignweight: [...number, 1001],
    deeplink: [5, true, "text", ["text"], { auto: "yes" }, { apple: 5 }, { google: [url] }],
    geotarget: [...targets("location"), [{ location: "Atlantis", link: url }], [{ location: "FR" }]],
    devicetarget: [...targets("device"), [{ device: "toaster", link: url }], [{ device: "ipad" }]],
    languagetarget: [...targets("language"), [{ language: "Klingonese", link: url }], [{ language: "fr" }]],
    rules: [
      ...list,
      [{ to: url }],
      [{ when: { country: ["FR"] } }],
      [{ when: {}, to: url }],
      [{ when: { timezone: "UTC" }, to: url }],
      [{ when: { weather: ["rain"] }, to: url }],
      [{ when: { country: ["FR"] }, to: url, split }],
      [{ when: { country: ["FR"] }, split: split.slice(1) }],
      [{ when: { country: ["FR"] }, split: [] }],
      [{ when: { country: ["FR"] }, to: url, finish: {} }],
      [{ when: { country: ["FR"] }, split, finish: { days: 0 } }],
      ...wrongConditions.map((when) => [{ when, to: url }]),
      Array(101).fill({ when: { country: ["FR"] }, to: url }),
    ],
    split: [
      ...list,

      split.slice(1),
      [{ to: url, weight: 0 }, ...split],
      [{ to: url }, ...split],
      Array(11).fill(split[0]),
    ],
    // The last one: the link has no split.
    splitfinish: [
      ...[5, true, "text", ["text"], { days: 0 }, { days: 366 }, { days: 1.5 }, { days: "soon" }, { visitors: 99 }],
      ...[{ visitors: 100_000_001 }, { since: "tomorrow" }, { result: "won" }, { days: 30 }],
    ],
    parameters: [
      ...list,
      [{ name: "a" }],
      [{ name: 5, value: "x" }],
      [{ name: "", value: "x" }],
      [{ name: "a", value: 5 }],
    ],
    metatitle: [...text, "x".repeat(256)],
    metadescription: [...text, "x".repeat(1001)],
    metaimage: text,
    title: [...text, "x".repeat(257)],
    description: [...text, "x".repeat(1001)],
    externalid: [...text, "x".repeat(256)],
  };

  it("are tested here for every field", () => {
    expect(Object.keys(wrong).sort()).toEqual(Object.keys(createLinkBody.shape).sort());
    expect(Object.keys(wrong).sort()).toEqual(Object.keys(updateLinkBody.shape).sort());
  });

  it.each(Object.entries(wrong))("are rejected in %s, by name, and nothing is stored", async (field, values) => {
    const [first, ...others] = values;
    // Schemas refuse first, so one value is enough here.
    const refusedBySchemas = (value: unknown) =>
      [createLinkBody, updateLinkBody].every(
        (schema) => schema.safeParse({ url, [field]: value }).error?.issues[0]?.path[0] === field,
      );
    for (const value of [first, ...others.filter((value) => !refusedBySchemas(value))]) {
      for (const answer of [
        await owner.client.post<Failure>("/api/url/add", { url, [field]: value }),
        await owner.client.put<Failure>(`/api/url/${link.id}/update`, { [field]: value }),
      ]) {
        expect([value, answer.status, answer.body.error]).toEqual([value, 400, 1]);
        expect(answer.body.errors?.[0]?.path.split(".")[0]).toBe(field);
      }
    }
    await unchanged();
  });

  it("need a URL on creation", async () => {
    for (const sent of [{}, { url: null }, { url: "" }, { URL: url }]) {
      const { status, body } = await owner.client.post<Failure>("/api/url/add", sent);
      expect([status, body.errors?.[0]?.path]).toEqual([400, "url"]);
    }
    await unchanged();
  });

  it.each(["custom", "password", "metatitle", "metadescription", "description"])(
    "are rejected in %s if the database could not store them",
    async (field) => {
      for (const value of ["a\0b", "a\ud83d"]) await refused({ [field]: value }, 400, field);
      await unchanged();
    },
  );

  it("are rejected deep inside if the database could not store them", async () => {
    for (const value of ["a\0b", "a\udc00"]) {
      await refused({ parameters: [{ name: "fine", value }] }, 400, "parameters.0.value");
    }
    await unchanged();
  });
});

const both = (to: string) => [
  { to: url, weight: 1 },
  { to, weight: 1 },
];

/** Every field that holds an address for visitors, with how it is sent and the path of its refusal. */
const destinations: [field: string, (address: string) => Record<string, unknown>, path: string][] = [
  ["url", (address) => ({ url: address }), "url"],
  ["expiryurl", (address) => ({ expiryurl: address }), "expiryurl"],
  ["deeplink.apple", (address) => ({ deeplink: { apple: address } }), "deeplink.apple"],
  ["deeplink.google", (address) => ({ deeplink: { google: address } }), "deeplink.google"],
  ["geotarget", (link) => ({ geotarget: [{ location: "FR", link }] }), "geotarget.0.link"],
  ["devicetarget", (link) => ({ devicetarget: [{ device: "ipad", link }] }), "devicetarget.0.link"],
  ["languagetarget", (link) => ({ languagetarget: [{ language: "fr", link }] }), "languagetarget.0.link"],
  ["rules", (to) => ({ rules: [{ when: { country: ["FR"] }, to }] }), "rules.0.to"],
  ["a rule's split", (to) => ({ rules: [{ when: { country: ["FR"] }, split: both(to) }] }), "rules.0.split.1.to"],
  ["split", (to) => ({ split: both(to) }), "split.1.to"],
];

describe.each(destinations)("as a destination in %s", (_, sent, path) => {
  // tests/unit/link-schema.test.ts lists every value that is not a destination.
  it.each([
    ["a script", "javascript:alert(document.domain)"],
    ["a name and password", "https://user:secret@example.com/"],
  ])("%s is rejected", async (_, address) => {
    await refused(sent(address), 400, path);
    await unchanged();
  });

  it("a short link of this service is rejected, in any spelling", async () => {
    const { port } = new URL(server.url);
    const written = [
      `${server.url}/abc`,
      `${server.url}/abc/`,
      `${server.url}/abc?x=1#y`,
      `${server.url}/%61bc`,
      `${server.url}/docs/../abc`,
      `${server.url}/%C3%A9t%C3%A9`,
      `HTTP://LOCALHOST:${port}/ABC`,
      `https://localhost:${port}/abc`,
      `http://localhost.:${port}/abc`,
      `http://127.0.0.1:${port}/abc`,
      `http://127.1:${port}/abc`,
      `http://2130706433:${port}/abc`,
      `http://[::1]:${port}/abc`,
      `http://[::ffff:127.0.0.1]:${port}/abc`,
      `http://0.0.0.0:${port}/abc`,
      `${server.url}/q/abc`,
      `${server.url}/r/abc`,
    ];
    for (const address of path === "url" ? written : written.slice(0, 2)) {
      const message = await refused(sent(address), 400, path);
      expect(message).toBe("This is a short link of this service. Enter the destination itself.");
    }
    await unchanged();
  });
});

it("addresses of this service that are not short links, and 8,192 characters, are accepted", async () => {
  for (const path of ["/", "/docs", "/login", "/dashboard/links"]) await owner.create({ url: `${server.url}${path}` });
  await owner.create({ url: `https://example.com/${"x".repeat(8172)}` });
});

describe("as an alias", () => {
  it.each(["api", "API", "Dashboard", "LOGIN", "q", "Qr", "_next"])("the word %s is rejected", async (custom) => {
    const message = await refused({ custom }, 400, "custom");
    expect(message).toBe("This word is reserved. Please choose another alias.");
  });

  it.each([
    ["65 characters", "x".repeat(65)],
    ["a slash at its end", "a/"],
    ["a blank", "a b"],
    ["an emoji", "\u{1f680}"],
    ["a dot", "a."],
    ["a question mark", "a?b"],
    ["a percent sign", "a%62"],
    ["a line break", "ab\nc"],
    ["only a blank", " "],
    ["two dots", ".."],
  ])("%s is rejected", async (_, custom) => {
    await refused({ custom }, 400, "custom");
  });

  describe("a taken alias", () => {
    let taken: string;
    beforeAll(async () => {
      const other = await linkOwner(server);
      taken = `Été-${other.user.id}`;
      await other.create({ custom: taken });
    });

    it("is rejected in any case and any composition, with this sentence", async () => {
      for (const custom of [taken, taken.toLowerCase(), taken.toUpperCase(), taken.normalize("NFD")]) {
        const message = await refused({ custom }, 409, "custom");
        expect(message).toBe("That alias is taken. Please choose another one.");
      }
    });
  });

  it.each(["été", "ДОМ", "東京", "दिल्ली", "x".repeat(48), "-", "a_b-C9"])(
    "%s is accepted, and redirects",
    async (word) => {
      // Padded, because the plan does not allow short aliases.
      const custom = `${word}-${`${owner.user.id}`.padStart(4, "0")}`;
      const { id, shorturl } = await owner.create({ custom });
      expect(shorturl).toBe(`${server.url}/${custom}`);
      expect((await owner.show(id)).details.alias).toBe(custom);
      for (const written of [custom, custom.toLowerCase(), custom.toUpperCase()]) {
        expect((await visit(`${server.url}/${encodeURIComponent(written)}`)).location).toBe(url);
      }
    },
  );
});
