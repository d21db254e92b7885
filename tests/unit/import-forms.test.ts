import { describe, expect, it } from "vitest";
import { storedRefusalIn } from "@/lib/contract/refusals";
import { type Labels, readEntries } from "@/lib/resources/imports/file";
import { type Reading, usualReading } from "@/lib/resources/imports/format/schema";
import { convertEntry, detectSource } from "@/lib/resources/imports/sources";
import { parseMoment } from "@/lib/resources/imports/values";

async function read(text: string, reading: Partial<Reading> = {}) {
  const labels: Labels = new Map();
  const entries = [];
  for await (const entry of readEntries(bytes(text), labels)) entries.push(entry);
  const links = entries.flatMap((entry) => convertEntry(entry, { ...usualReading, ...reading }, labels));
  return {
    source: entries[0] && detectSource(entries[0]),
    links: links.map(({ link, host, refused }) => ({ ...link, host, refused: refused?.code })),
    said: links.map(({ link }) => (link.lost ?? []).map((stored) => storedRefusalIn("en", stored))),
  };
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const url = "https://example.com/a";

describe("an export from another service", () => {
  it("from Rebrandly keeps its slashtags, in CSV and in JSON", async () => {
    const csv = `Title,Slashtag,Destination,Domain,Short URL,Created At,Clicks\nSpring,v1.2,${url},go.example.com,go.example.com/v1.2,2026-03-01T10:20:30.000Z,7\n`;
    const json = JSON.stringify([
      {
        ...{ id: "x1", title: "Spring", slashtag: "v1.2", destination: url, clicks: 7 },
        ...{ createdAt: "2026-03-01T10:20:30.000Z", shortUrl: "go.example.com/v1.2", status: "active" },
        domain: { id: "d1", ref: "/domains/d1", fullName: "go.example.com" },
      },
    ]);
    for (const text of [csv, json]) {
      const { source, links, said } = await read(text);
      expect(source).toBe("rebrandly");
      expect(links).toMatchObject([
        {
          alias: "v1.2",
          url,
          host: "go.example.com",
          clicks: 7,
          title: "Spring",
          createdAt: "2026-03-01T10:20:30.000Z",
        },
      ]);
      expect(said).toEqual([[]]);
    }
  });

  it("from Short.io keeps its paths, expirations and targets", async () => {
    const { source, links, said } = await read(
      JSON.stringify([
        {
          ...{
            originalURL: url,
            path: "c++",
            shortURL: "https://s.example.com/c++",
            createdAt: 1772360430000,
            DomainId: 9,
          },
          ...{ expiresAt: 1800000000000, expiredURL: "https://example.com/over", clicksLimit: 5, cloaking: true },
          ...{ iphoneURL: "https://example.com/ios", androidURL: "https://example.com/android", redirectType: 301 },
          ...{
            utmSource: "mail",
            utmMedium: null,
            tags: ["a"],
            archived: false,
            idString: "lnk_1",
            hasPassword: false,
          },
        },
      ]),
    );
    expect(source).toBe("shortio");
    expect(links).toMatchObject([
      {
        ...{ alias: "c++", url, createdAt: "2026-03-01T10:20:30.000Z", expiresAt: "2027-01-15T08:00:00.000Z" },
        ...{ clickLimit: 5, status: "public", host: "s.example.com" },
        settings: {
          redirect: 301,
          expiryurl: "https://example.com/over",
          devicetarget: [
            { device: "iphone", link: "https://example.com/ios" },
            { device: "android", link: "https://example.com/android" },
          ],
          parameters: [{ name: "utm_source", value: "mail" }],
        },
      },
    ]);
    expect(said).toEqual([["Column “cloaking” is not recognized, so “true” is not imported."]]);
  });

  it("from Cutt.ly keeps its shortened URLs", async () => {
    const { source, links } = await read(
      `Shortened URL,Original URL,Title,Date\nhttps://cutt.ly/a~b,${url},T,03/14/2026\n`,
    );
    expect(source).toBe("cuttly");
    expect(links).toMatchObject([{ alias: "a~b", url, title: "T", createdAt: "2026-03-14T00:00:00.000Z" }]);
  });

  it("from Bitly keeps every custom back-half as a separate link", async () => {
    const custom = ["https://go.example.com/spring", "http://bit.ly/3xY", "https://bit.ly/sale-2026"];
    const { links, said } = await read(
      JSON.stringify({
        links: [{ link: "https://bit.ly/3xY", long_url: url, custom_bitlinks: custom, total_clicks: 9 }],
      }),
    );
    expect(links.map(({ host, alias, clicks }) => [host, alias, clicks])).toEqual([
      ["bit.ly", "3xY", 9],
      ["go.example.com", "spring", 0],
      ["bit.ly", "sale-2026", 0],
    ]);
    expect(said.flat()).toEqual([]);
  });

  it("from Dub keeps places and devices, and from T.LY the expiration", async () => {
    const dub = { key: "k", url, ios: "https://example.com/i", geo: { DE: "https://example.com/de", FR: null } };
    const { links } = await read(JSON.stringify([dub]));
    expect(links[0]?.settings).toEqual({
      geotarget: [{ location: "DE", link: "https://example.com/de" }],
      devicetarget: [{ device: "iphone", link: "https://example.com/i" }],
    });
    const tly = {
      short_url: "https://t.ly/x",
      long_url: url,
      expire_at_datetime: "2027-01-15 08:00:00",
      expire_at_views: 3,
    };
    const found = await read(JSON.stringify([tly]));
    expect(found.source).toBe("tly");
    expect(found.links).toMatchObject([{ alias: "x", expiresAt: "2027-01-15T08:00:00.000Z", clickLimit: 3 }]);
  });
});

describe("the alias", () => {
  it.each<[object, string | null, string]>([
    [{ shortlink: "chq1" }, null, "chq1"],
    [{ shortlink: "/chz2" }, null, "chz2"],
    [{ shortlink: "chz2/" }, null, "chz2"],
    [{ shortlink: "v1.2" }, null, "v1.2"],
    [{ shortlink: "report.pdf" }, null, "report.pdf"],
    [{ shortlink: "caf%C3%A9" }, null, "café"],
    [{ shortlink: "summer/shoes" }, null, "summer/shoes"],
    [{ shortlink: "a b" }, null, "a b"],
    [{ shortlink: 4711 }, null, "4711"],
    [{ shortlink: "bit.ly/3xY" }, "bit.ly", "3xY"],
    [{ shortlink: "//bit.ly/3xY" }, "bit.ly", "3xY"],
    [{ shortlink: "HTTPS://bit.ly/3xY/" }, "bit.ly", "3xY"],
    [{ shortlink: "localhost:4567/3xY" }, "localhost:4567", "3xY"],
    [{ shortlink: "192.0.2.1/3xY" }, "192.0.2.1", "3xY"],
    [{ slug: "https://bit.ly/3xY" }, "bit.ly", "3xY"],
    [{ slug: "bit.ly/3xY" }, "bit.ly", "3xY"],
    [{ domain: "go.example.com", short_url: "3xY" }, "go.example.com", "3xY"],
    [{ shortUrl: "https://go.example.com/", secureShortURL: "https://go.example.com/3xY" }, "go.example.com", "3xY"],
    [{ custom_bitlinks: ["https://bit.ly/3xY"] }, "bit.ly", "3xY"],
  ])("of %j is what follows the host", async (values, host, alias) => {
    const { links } = await read(JSON.stringify([{ url, ...values }]));
    expect(links).toMatchObject([{ host, alias }]);
  });

  const note = (column: string, value: string) =>
    `“${value}” in column “${column}” was not read as an alias, so the link gets a random one.`;
  it.each<[object, string]>([
    [{ shortlink: "https://bit.ly/" }, note("shortlink", "https://bit.ly/")],
    [{ shortlink: "bit.ly/" }, note("shortlink", "bit.ly/")],
    [{ shortlink: "bit.ly", domain: "bit.ly" }, note("shortlink", "bit.ly")],
    [{ shortlink: "/" }, note("shortlink", "/")],
    [{ shortlink: "https://:80/x" }, note("shortlink", "https://:80/x")],
    [{ alias: "/", shortlink: "" }, note("alias", "/")],
    [{ custom_bitlinks: [5] }, note("custom_bitlinks", "[5]")],
    [{ id: "bit.ly/3xY" }, note("id", "bit.ly/3xY")],
    [{ Kurz: "https://bit.ly/3xY" }, note("Kurz", "https://bit.ly/3xY")],
    [{ "My short one": "3xY" }, note("My short one", "3xY")],
  ])("is not random without a note: %j", async (values, sentence) => {
    const { links, said } = await read(JSON.stringify([{ url, ...values }]));
    expect(links).toMatchObject([{ alias: undefined }]);
    expect(said[0]).toContain(sentence);
  });

  it.each<object>([
    {},
    { image: "https://example.com/a.png", website: "https://example.com" },
    { id: "7", title: "A short one", source: url },
  ])("is random without a note if the file does not contain one: %j", async (values) => {
    const { said } = await read(JSON.stringify([{ url, ...values }]));
    expect(said.flat().filter((sentence) => sentence.includes("random"))).toEqual([]);
  });

  it("is not asked for in a column that the user skips", async () => {
    const { said } = await read(`url,Kurz\n${url},bit.ly/3xY\n`, { mapping: { kurz: "ignore" } });
    expect(said).toEqual([[]]);
  });
});

describe("unknown data", () => {
  it.each<[string, object, string, boolean]>([
    [
      "a date",
      { created: "some day" },
      "Column “created”: “some day” is not understood, so it is not imported.",
      false,
    ],
    [
      "a short year",
      { created: "1/2/26" },
      "Column “created”: “1/2/26” is not understood, so it is not imported.",
      false,
    ],
    [
      "a number of clicks",
      { clicks: "many" },
      "Column “clicks”: “many” is not understood, so it is not imported.",
      false,
    ],
    [
      "an end",
      { expiration: "next spring" },
      "Column “expiration”: “next spring” is not understood. The link stays off until you turn it on.",
      true,
    ],
    [
      "a limit",
      { max_clicks: "few" },
      "Column “max_clicks”: “few” is not understood. The link stays off until you turn it on.",
      true,
    ],
    [
      "a state",
      { Status: "quarantined" },
      "Column “Status”: “quarantined” is not understood. The link stays off until you turn it on.",
      true,
    ],
    [
      "a beginning that is yet to come",
      { meta: { validSince: "2099-01-01T00:00:00Z" } },
      "Column “meta.validSince”: the link is valid only from “2099-01-01T00:00:00Z”. It stays off until you turn it on.",
      true,
    ],
    [
      "a target of which half is known",
      { geo: { DE: "https://example.com/de", Atlantis: "https://example.com/a" } },
      'Column “geo”: “{"DE":"https://example.com/de","Atlantis":"https://example.com/a"}” is not understood, so it is not imported.',
      false,
    ],
    [
      "a target that is no address",
      { ios: "app" },
      "Column “ios”: “app” is not understood, so it is not imported.",
      false,
    ],
    [
      "a redirect",
      { redirectType: "meta" },
      "Column “redirectType”: “meta” is not understood, so it is not imported.",
      false,
    ],
    [
      "a back-half",
      { custom_bitlinks: [5] },
      "Column “custom_bitlinks”: “[5]” is not understood, so it is not imported.",
      false,
    ],
    ["a column", { Kampagne: "Mai" }, "Column “Kampagne” is not recognized, so “Mai” is not imported.", false],
    [
      "a second column for the same",
      { comments: "one", note: "two" },
      "Column “note”: “two” is not imported, because the column “comments” is used instead.",
      false,
    ],
  ])("%s is reported with its column", async (_, values, sentence, isOff) => {
    const { links, said } = await read(JSON.stringify([{ alias: "kept", url, ...values }]));
    expect(said).toEqual([[sentence]]);
    expect(links).toMatchObject([{ alias: "kept", url, status: isOff ? "off" : "public" }]);
  });

  it("is reported in a table, too: a cell without a column, and a second column with the same name", async () => {
    const { said } = await read(`alias,url,,alias\na,${url},x,b,y\n`);
    expect(said).toEqual([
      [
        "Column “3” is not recognized, so “x” is not imported.",
        "Column “alias (4)” is not recognized, so “b” is not imported.",
        "Column “(5)” is not recognized, so “y” is not imported.",
      ],
    ]);
  });

  it("is not reported if it is empty, or not part of a link", async () => {
    const nothing = {
      cloaking: false,
      splitURL: null,
      extra: "",
      more: [],
      other: {},
      id: "7",
      updatedAt: "2026-01-01",
    };
    expect((await read(JSON.stringify([{ alias: "a", url, ...nothing }]))).said).toEqual([[]]);
  });

  it("a shortened text is reported", async () => {
    const { said } = await read(JSON.stringify([{ url, title: "x".repeat(300) }]));
    expect(said[0]?.[0]).toMatch(/^Column “title”: only the first 255 characters of “x+…” are kept\.$/);
  });
});

describe("a column that may limit who can open the link", () => {
  const off = (column: string, value: string) =>
    `Column “${column}” is not recognized, but “${value}” may limit who can open the link. The link stays off until you turn it on.`;
  it.each<[object, string]>([
    [{ ttl: 3600 }, off("ttl", "3600")],
    [{ "expires after": "30 days" }, off("expires after", "30 days")],
    [{ secret_key: "k3y" }, off("secret_key", "k3y")],
    [{ "Protected by": "PIN" }, off("Protected by", "PIN")],
    [{ isPrivate: true }, off("isPrivate", "true")],
    [{ visibility: "members" }, off("visibility", "members")],
    [{ is_public: false }, off("is_public", "false")],
    [{ published: "0" }, off("published", "0")],
    [{ max_redirects: 5 }, off("max_redirects", "5")],
    [{ "Remaining visits": 2 }, off("Remaining visits", "2")],
    [{ is_suspended: "t" }, off("is_suspended", "t")],
    [{ "Gültig bis Ende": "morgen" }, off("Gültig bis Ende", "morgen")],
    [
      { Ablaufdatum: "morgen" },
      "Column “Ablaufdatum”: “morgen” is not understood. The link stays off until you turn it on.",
    ],
    [{ Contraseña: "abc" }, off("Contraseña", "abc")],
    [{ expiry: { kind: "relative" } }, off("expiry.kind", "relative")],
  ])("turns it off and is named: %j", async (values, sentence) => {
    const { links, said } = await read(JSON.stringify([{ alias: "a", url, ...values }]));
    expect(said).toEqual([[sentence]]);
    expect(links).toMatchObject([{ alias: "a", status: "off" }]);
  });

  it.each<[object, object]>([
    [{ expiry_time: 1800000000 }, { expiresAt: "2027-01-15T08:00:00.000Z" }],
    [{ expirationTimestamp: "1800000000000" }, { expiresAt: "2027-01-15T08:00:00.000Z" }],
    [{ expiresAt: 0, expiry_time: 1800000000 }, { expiresAt: "2027-01-15T08:00:00.000Z" }],
    [{ valid_to: "2027-01-15" }, { expiresAt: "2027-01-15T23:59:59.000Z" }],
    [{ max_views: 7 }, { clickLimit: 7 }],
    [{ not_before: "2020-01-01" }, { status: "public" }],
    [{ has_secret: true }, { status: "off" }],
    [{ passwd: "abc" }, { status: "off" }],
    [{ password: "", has_password: "t" }, { status: "off" }],
    [{ is_active: "f" }, { status: "off" }],
    [{ enabled: true, active: false }, { status: "off" }],
    [{ is_disabled: "f" }, { status: "public" }],
    [{ status: "active", state: "paused" }, { status: "off" }],
  ])("is read if its name is known: %j", async (values, expected) => {
    const { links } = await read(JSON.stringify([{ alias: "a", url, ...values }]));
    expect(links).toMatchObject([{ status: "public", ...expected }]);
  });

  it.each<object>([
    { expiry_time: 0, has_secret: false, is_private: "no", max_visits: -1, valid_until: "9999-12-31T23:59:59" },
    { expires_at: "0000-00-00 00:00:00", ends_at: "\\N", visibility: "public", is_public: true },
    { expired_redirect_url: "https://example.com/over", private_note: "call Bob", last_visit_limit: "" },
  ])("leaves the link on if it limits nothing: %j", async (values) => {
    const { links } = await read(JSON.stringify([{ alias: "a", url, ...values }]));
    expect(links).toMatchObject([{ status: "public", expiresAt: undefined, clickLimit: undefined }]);
  });

  it("leaves the link on if the user skips the column", async () => {
    const { links, said } = await read(`url,ttl\n${url},60\n`, { mapping: { ttl: "ignore" } });
    expect([links[0]?.status, said]).toEqual(["public", [[]]]);
  });
});

describe("a link that no longer worked", () => {
  it.each<[object, object]>([
    [{ status: "trash" }, { refused: "import_deleted" }],
    [{ link_status: "Deleted" }, { refused: "import_deleted" }],
    [{ deleted_at: "2026-01-01T00:00:00Z" }, { refused: "import_deleted" }],
    [{ is_deleted: true }, { refused: "import_deleted" }],
    [{ banned: true }, { refused: "import_banned" }],
    [{ status: "disabled" }, { status: "off" }],
    [{ active: false }, { status: "off" }],
    [{ enabled: "0" }, { status: "off" }],
    [{ status: "archived" }, { status: "public", archived: true }],
    [
      { status: "active", active: true, deleted: false },
      { status: "public", refused: undefined },
    ],
  ])("%j does not become a public link", async (values, expected) => {
    const { links } = await read(JSON.stringify([{ alias: "a", url, ...values }]));
    expect(links).toMatchObject([expected]);
  });
});

describe("a date", () => {
  const berlin = { timeZone: "Europe/Berlin", dayFirst: false };
  it.each<[string, string]>([
    ["2026-03-01T10:20:30Z", "2026-03-01T10:20:30.000Z"],
    ["2026-03-01T12:20:30+0200", "2026-03-01T10:20:30.000Z"],
    ["2026-03-01 11:20:30", "2026-03-01T10:20:30.000Z"],
    ["2026-07-01", "2026-06-30T22:00:00.000Z"],
    ["2026/03/01 11:20", "2026-03-01T10:20:00.000Z"],
    ["1772360430", "2026-03-01T10:20:30.000Z"],
    ["1772360430000", "2026-03-01T10:20:30.000Z"],
    ["1772360430000000", "2026-03-01T10:20:30.000Z"],
    ["3/1/2026 11:20 AM", "2026-03-01T10:20:00.000Z"],
    ["03/01/2026, 1:20:30 PM", "2026-03-01T12:20:30.000Z"],
    ["01.03.2026 11:20", "2026-03-01T10:20:00.000Z"],
    ["Mar 1, 2026", "2026-02-28T23:00:00.000Z"],
    ["1 March 2026", "2026-02-28T23:00:00.000Z"],
    ["Sun, 01 Mar 2026 10:20:30 GMT", "2026-03-01T10:20:30.000Z"],
    ["2026-03-01 10:20:30.123456789 +0000 UTC", "2026-03-01T10:20:30.000Z"],
    ["Sun Mar 01 2026 11:20:30 GMT+0100 (CET)", "2026-03-01T10:20:30.000Z"],
    ["Sun Mar  1 11:20:30 2026", "2026-03-01T10:20:30.000Z"],
    ["20260301T102030Z", "2026-03-01T10:20:30.000Z"],
  ])("%s is read", (text, iso) => {
    expect(parseMoment(text, berlin)?.iso).toBe(iso);
  });

  it.each([
    "13/13/2026",
    "2026-02-30",
    "31/12/2026",
    "25:00",
    "13:00 PM",
    "1/2/26",
    "46082",
    "2026-03",
    "9999999999999",
  ])("%s is not read", (text) => {
    expect(parseMoment(text, berlin)).toBeUndefined();
  });

  it("without a time is the start of a day, or the end of the last day of a link", async () => {
    const csv = `alias,url,created,expires\na,${url},2026-03-01,2036-03-01\n`;
    const { links } = await read(csv, { timeZone: "Europe/Berlin" });
    expect(links).toMatchObject([{ createdAt: "2026-02-28T23:00:00.000Z", expiresAt: "2036-03-01T22:59:59.000Z" }]);
  });

  it("says if a time zone was assumed, and if the day may come first", () => {
    expect(parseMoment("2026-03-01T10:20:30Z", berlin)).toEqual({ iso: "2026-03-01T10:20:30.000Z" });
    expect(parseMoment("03/04/2026", berlin)).toEqual({
      iso: "2026-03-03T23:00:00.000Z",
      assumed: true,
      ambiguous: true,
    });
    expect(parseMoment("31/12/2026", { timeZone: "UTC", dayFirst: true })?.iso).toBe("2026-12-31T00:00:00.000Z");
  });
});

it("a column contains what the user says", async () => {
  const text = `Ziel,Kürzel,title\n${url},sommer,T\n`;
  const byHand = await read(text, { mapping: { ziel: "url", kürzel: "alias", title: "ignore" } });
  expect(byHand.links).toMatchObject([{ url, alias: "sommer", title: "" }]);
  expect(byHand.said).toEqual([[]]);
  expect((await read(text)).links).toMatchObject([{ url: "", alias: undefined, title: "T" }]);
});
