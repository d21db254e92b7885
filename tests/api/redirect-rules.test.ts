import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("trustingServer");
let owner: LinkOwner;
// A header sends the visitors' addresses, like a proxy on the same machine.
beforeAll(async () => {
  owner = await linkOwner(server);
});

const addresses = { france: "193.51.208.1", germany: "2003:c0::1", usa: "8.8.8.8", nowhere: "10.0.0.1" };
const from = (country: keyof typeof addresses) => ({ "x-forwarded-for": addresses[country] });
const speaking = (language: string) => ({ "accept-language": language });
const on = (agent: keyof typeof agents) => ({ "user-agent": agents[agent] });

const rules = {
  geotarget: [
    { location: "France", link: "https://france.example/" },
    { location: "DE", link: "https://germany.example/" },
  ],
  devicetarget: [
    { device: "iphone", link: "https://iphone.example/" },
    { device: "desktop", link: "https://desktop.example/" },
  ],
  languagetarget: [
    { language: "French", link: "https://french.example/" },
    { language: "Portuguese", link: "https://portuguese.example/" },
    { language: "pt-BR", link: "https://brazil.example/" },
    { language: "zh-hant", link: "https://traditional.example/" },
  ],
};
const deeplink = { auto: true, apple: "https://apple.example/é", google: "https://google.example/" };

describe("visitors", () => {
  it.each<[string, Record<string, unknown>, Record<string, string>, string]>([
    ["from France", rules, from("france"), "https://france.example/"],
    ["from Germany, by IPv6", rules, from("germany"), "https://germany.example/"],
    ["from the USA, at a desk", rules, from("usa"), "https://desktop.example/"],
    ["from nowhere, with an iPhone", rules, { ...from("nowhere"), ...on("iphone") }, "https://iphone.example/"],
    ["with Android, in French", rules, { ...on("android"), ...speaking("fr-CA, en;q=0.8") }, "https://french.example/"],
    ["with Android, in Portuguese", rules, { ...on("android"), ...speaking("PT") }, "https://portuguese.example/"],
    ["who read Brazilian", rules, { ...on("android"), ...speaking("pt-BR,pt;q=0.9") }, "https://brazil.example/"],
    ["from Portugal", rules, { ...on("android"), ...speaking("pt-PT,pt;q=0.9") }, "https://portuguese.example/"],
    ["from Taiwan", rules, { ...on("android"), ...speaking("zh-TW,zh;q=0.9") }, "https://traditional.example/"],
    ["from China", rules, { ...on("android"), ...speaking("zh-CN,zh;q=0.9") }, "https://example.com/"],
    ["who like English better", rules, { ...on("android"), ...speaking("fr;q=0.5, en") }, "https://example.com/"],
    ["with Android, of whom nothing holds", rules, on("android"), "https://example.com/"],
    ["with an iPhone, where it has a store", { deeplink }, on("iphone"), "https://apple.example/%C3%A9"],
    ["with Android, where it has a store", { deeplink }, on("android"), "https://google.example/"],
    ["with Windows, where it has stores", { deeplink }, on("windows"), "https://example.com/"],
    [
      "from France with an iPhone: rules before stores",
      { ...rules, deeplink },
      from("france"),
      "https://france.example/",
    ],
  ])("%s are redirected", async (_, settings, headers, location) => {
    const { shorturl } = await owner.create(settings);
    expect((await visit(shorturl, { headers })).location).toBe(location);
  });

  it("are tried in the order of the list with a condition on regional languages", async () => {
    const { shorturl, id } = await owner.create({
      rules: [
        { when: { language: ["pt-BR", "de-AT"] }, to: "https://regional.example/" },
        { when: { language: ["pt"] }, to: "https://portuguese.example/" },
      ],
    });
    const locationOf = async (language: string) => (await visit(shorturl, { headers: speaking(language) })).location;
    expect(await Promise.all(["pt-BR", "pt-PT", "pt", "de-AT", "de"].map(locationOf))).toEqual(
      ["regional", "portuguese", "portuguese", "regional"]
        .map((name) => `https://${name}.example/`)
        .concat("https://example.com/"),
    );
    // What was stored before regions were kept applies as before.
    await sql(
      server,
      `UPDATE links SET rules = '[{"when":{"language":"iw"},"to":"https://hebrew.example/"}]' WHERE id = $1`,
      [id],
    );
    await eventually(async () => expect(await locationOf("he-IL")).toBe("https://hebrew.example/"));
  });

  it("cannot choose their country themselves", async () => {
    const { shorturl } = await owner.create(rules);
    const headers = {
      "x-forwarded-for": `${addresses.france}, ${addresses.usa}`,
      "x-client-address": addresses.france,
    };
    expect((await visit(shorturl, { headers })).location).toBe("https://desktop.example/");
  });

  it("are redirected with any headers", async () => {
    const { shorturl } = await owner.create(rules);
    const strange: Record<string, string>[] = [
      { "x-forwarded-for": "not an address" },
      { "x-forwarded-for": ",,," },
      { "accept-language": ";;q=,".repeat(500) },
      { "user-agent": "x".repeat(8000) },
      { "user-agent": "" },
      { referer: "::::" },
    ];
    for (const headers of strange) expect((await visit(shorturl, { headers })).status).toBe(302);
  });
});

it("the first rule in the request wins", async () => {
  const location = (geotarget: unknown) =>
    owner.create({ geotarget }).then(({ shorturl }) => visit(shorturl, { headers: from("france") }));
  const first = { location: "FR", link: "https://first.example/" };
  const second = { location: "FR", link: "https://second.example/" };
  expect((await location([first, second])).location).toBe("https://first.example/");
  expect((await location([second, first])).location).toBe("https://second.example/");
});

it("counts visits by the visitor's country, and visitors by their address", async () => {
  const { id, shorturl } = await owner.create();
  for (const country of ["france", "france", "germany", "nowhere"] as const)
    await visit(shorturl, { headers: from(country) });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(4));
  const { data } = await owner.show(id);
  expect(data.uniqueClicks).toBe(3);
  expect(data.topCountries).toEqual({ France: "2", Germany: "1", Unknown: "1" });
});

it("asks for passwords until one address has failed too often", async () => {
  const { shorturl } = await owner.create({ password: "open sesame" });
  const attempt = (password: string, address: string) =>
    visit(shorturl, {
      method: "POST",
      body: new URLSearchParams({ password }),
      headers: { "x-forwarded-for": address },
    });
  for (let count = 1; count <= 10; count++) expect((await attempt("wrong", addresses.usa)).status).toBe(403);
  const refused = await attempt("open sesame", addresses.usa);
  expect([refused.status, refused.location]).toEqual([429, null]);
  expect(refused.body).toContain("Too many attempts");
  expect((await attempt("open sesame", addresses.france)).status).toBe(303);
});
