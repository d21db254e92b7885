import { describe, expect, it, test } from "vitest";
import { type FileEntry, type Labels, readEntries } from "@/lib/resources/imports/file";
import { usualReading } from "@/lib/resources/imports/format/schema";
import { maxFileBytes } from "@/lib/resources/imports/list-reader";
import { recognizeColumns } from "@/lib/resources/imports/recognize-columns";
import { convertEntry, detectSource, type ReadLink } from "@/lib/resources/imports/sources";

async function* inPieces(text: string | Buffer, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string | Buffer, size?: number) {
  const entries = [];
  const labels: Labels = new Map();
  for await (const entry of readEntries(inPieces(text, size), labels)) entries.push(entry);
  return {
    source: entries[0] && detectSource(entries[0]),
    links: entries.flatMap((entry) => convertEntry(entry, usualReading, labels)),
    labels,
  };
}

const day = "2026-03-01T10:20:30.000Z";

const linkOf = (entry: FileEntry) => convertEntry(entry)[0] as ReadLink;

test("Shlink's links keep forwarding the query, and aliases of several parts do not change", () => {
  const entry = { shortcode: "summer/shoes", longurl: "https://example.com/a", forwardquery: true };
  expect(linkOf(entry).link).toMatchObject({ alias: "summer/shoes", settings: { forward: "query" } });
  expect(linkOf({ ...entry, forwardquery: false }).link.settings).toBeUndefined();
  const bitly = { long_url: "", longurl: "https://example.com/a", link: "https://go.example/summer/shoes" };
  expect(linkOf(bitly).link.alias).toBe("summer/shoes");
  // Paths that cannot be aliases here are still imported: the check reports why.
  for (const path of ["links/shoes", "a.b/shoes", "v1.2", "a~b", "c++", "?id=7", "a b"])
    expect(linkOf({ ...bitly, link: `https://go.example/${path}` }).link.alias).toBe(path);
});

test("a file of Signpost keeps private links private, unless it is from 0.2.0, where they were off", () => {
  const entry = {
    shorturl: "https://s.example/a",
    longurl: "https://example.com/",
    uniqueclicks: "0",
    status: "private",
  };
  expect(linkOf({ ...entry, splitfinish: "" }).link.status).toBe("private");
  expect(linkOf(entry).link.status).toBe("off");
  expect(linkOf({ ...entry, splitfinish: "", status: "off" }).link.status).toBe("off");
  expect(linkOf({ longurl: "https://example.com/", status: "private" }).link.status).toBe("off");
});

it.each([
  [
    "bitly",
    "CSV",
    `title,long_url,link,created_at,tags,total_clicks\n"Spring, sale",https://example.com/a,https://bit.ly/spring,2026-03-01T10:20:30+0000,"a,b","1,234"\n`,
  ],
  [
    "bitly",
    "JSON",
    JSON.stringify({
      links: [
        {
          created_at: "2026-03-01T10:20:30+0000",
          id: "bit.ly/spring",
          link: "https://bit.ly/spring",
          custom_bitlinks: [],
          long_url: "https://example.com/a",
          title: "Spring, sale",
          archived: false,
          total_clicks: 1234,
        },
      ],
      pagination: { total: 1 },
    }),
  ],
  [
    "yourls",
    "CSV with names",
    `keyword,url,title,timestamp,ip,clicks\nspring,https://example.com/a,"Spring, sale","2026-03-01 10:20:30",192.0.2.1,1234\n`,
  ],
  [
    "yourls",
    "CSV without names",
    `"spring","https://example.com/a","Spring, sale","2026-03-01 10:20:30","192.0.2.1","1234"\n`,
  ],
  [
    "yourls",
    "JSON",
    JSON.stringify({
      links: {
        link_1: {
          shorturl: "https://sho.rt/spring",
          keyword: "spring",
          url: "https://example.com/a",
          title: "Spring, sale",
          timestamp: "2026-03-01 10:20:30",
          ip: "192.0.2.1",
          clicks: "1234",
        },
      },
      stats: { total_links: "1" },
    }),
  ],
  [
    "kutt",
    "JSON",
    JSON.stringify({
      limit: 10,
      skip: 0,
      total: 1,
      data: [
        {
          address: "spring",
          banned: false,
          created_at: day,
          description: null,
          title: "Spring, sale",
          link: "https://kutt.it/spring",
          password: false,
          target: "https://example.com/a",
          visit_count: 1234,
        },
      ],
    }),
  ],
  [
    "shlink",
    "CSV",
    `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n2026-03-01T12:20:30+02:00,,spring,https://s.test/spring,https://example.com/a,"Spring, sale",a|b,1234\n`,
  ],
  [
    "shlink",
    "JSON",
    JSON.stringify({
      shortUrls: {
        data: [
          {
            shortCode: "spring",
            shortUrl: "https://s.test/spring",
            longUrl: "https://example.com/a",
            dateCreated: "2026-03-01T12:20:30+02:00",
            title: "Spring, sale",
            domain: null,
            meta: { validUntil: null, maxVisits: null },
            visitsSummary: { total: 1234, nonBots: 1000, bots: 234 },
          },
        ],
        pagination: { currentPage: 1 },
      },
    }),
  ],
  [
    "dub",
    "CSV",
    `Short link,Destination URL,Title,Clicks,Created at\ndub.sh/spring,https://example.com/a,"Spring, sale",1234,${day}\n`,
  ],
  [
    "dub",
    "JSON",
    JSON.stringify([
      {
        id: "link_1",
        domain: "dub.sh",
        key: "spring",
        url: "https://example.com/a",
        shortLink: "https://dub.sh/spring",
        title: "Spring, sale",
        clicks: 1234,
        createdAt: day,
      },
    ]),
  ],
  [
    "signpost",
    "CSV",
    `\uFEFFid,alias,shorturl,longurl,clicks,uniqueclicks,title,date\r\n7,spring,https://go.test/spring,https://example.com/a,1234,9,"Spring, sale",2026-03-01 10:20:30\r\n`,
  ],
  [
    "csv",
    "with semicolons",
    `Alias;URL;Title;Clicks;Created\nspring;https://example.com/a;Spring, sale;1234;2026-03-01 10:20:30\n`,
  ],
  [
    "csv",
    "JSON Lines",
    `{"alias":"spring","url":"https://example.com/a","title":"Spring, sale","clicks":1234,"created":"${day}"}\n\n`,
  ],
])("reads an export of %s (%s)", async (source, _, text) => {
  const { source: found, links } = await read(text);
  expect(found).toBe(source);
  expect(links.map(({ link }) => link)).toEqual([
    expect.objectContaining({
      url: "https://example.com/a",
      alias: "spring",
      title: "Spring, sale",
      clicks: 1234,
      createdAt: day,
      status: "public",
    }),
  ]);
});

it("imports expirations, and says what it cannot import", async () => {
  const { links } = await read(
    JSON.stringify([
      { key: "a", url: "example.com/a", expiresAt: "2027-01-01T00:00:00Z", shortLink: "https://dub.sh/a" },
      { address: "b", target: "https://example.com/b", password: true, link: "https://kutt.it/b" },
      { address: "c", target: "https://example.com/c", banned: true, link: "https://kutt.it/c" },
      {
        shortCode: "d",
        longUrl: "https://example.com/d",
        meta: { maxVisits: 5, validUntil: "2027-01-01T00:00:00+00:00" },
      },
    ]),
  );
  expect(links).toMatchObject([
    { link: { url: "https://example.com/a", expiresAt: "2027-01-01T00:00:00.000Z" }, host: "dub.sh" },
    { link: { status: "off", lost: [expect.stringContaining("password")] } },
    { refused: { code: "import_banned" } },
    { link: { clickLimit: 5, expiresAt: "2027-01-01T00:00:00.000Z" } },
  ]);
});

it.each<[string, string[]]>([
  [`long_url,link,tags\nhttps://example.com/,https://bit.ly/a,"Spring, Poster,SPRING,"\n`, ["Spring", "Poster"]],
  [`longUrl,shortCode,tags\nhttps://example.com/,a,a|b\n`, ["a", "b"]],
  [`url,tags\nhttps://example.com/,"[""a, b"",""c""]"\n`, ["a b", "c"]],
  [JSON.stringify([{ long_url: "https://example.com/", link: "https://bit.ly/a", tags: ["a", 5, null, ""] }]), ["a"]],
  [JSON.stringify([{ key: "a", url: "https://example.com/", tags: [{ id: "t", name: " Été " }, {}] }]), ["Été"]],
  [
    JSON.stringify([{ url: "https://example.com/", tags: [`${"x".repeat(63)}\u{1F600}`, "a\u0000b\ud800"] }]),
    ["x".repeat(63), "ab\uFFFD"],
  ],
])("imports tags in a valid form: %s", async (text, names) => {
  const { links } = await read(text, 1000);
  expect(links[0]?.link.related).toEqual(names.map((name) => ({ kind: "tag", name })));
  expect(links[0]?.link.lost).toBeUndefined();
});

it("imports as many tags as a link can have, and says that there were more", async () => {
  const tags = Array.from({ length: 25 }, (_, n) => `tag ${n}`);
  const { links } = await read(JSON.stringify([{ url: "https://example.com/", tags }]));
  expect(links[0]?.link.related).toHaveLength(20);
  expect(links[0]?.link.lost).toEqual([expect.stringContaining("import_tags_lost")]);
});

it("treats a line of JSON as one link, with any lists in it, and skips what is not a link", async () => {
  const link = { shorturl: "https://go.test/a", longurl: "https://example.com/a", uniqueclicks: 0, redirect: 307 };
  const ruled = { kind: "link", ...link, rules: [{ when: { os: ["iOS"] }, to: "https://example.com/ios" }], split: [] };
  const { links } = await read(
    [{ kind: "account", email: "ada@example.com" }, { kind: "qr", link: "https://go.test/qr/1" }, link, ruled]
      .map((line) => JSON.stringify(line))
      .join("\n"),
  );
  expect(links.map(({ link }) => [link.url, link.alias, link.settings])).toEqual([
    ["https://example.com/a", "a", { redirect: 307 }],
    ["https://example.com/a", "a", { redirect: 307, rules: ruled.rules }],
  ]);
});

it("reads JSON Lines one by one", async () => {
  let pulls = 0;
  async function* endless() {
    for (;;) yield Buffer.from(`{"url":"https://example.com/${pulls++}"}\n`);
  }
  for await (const entry of readEntries(endless())) {
    expect(entry.url).toMatch(/^https/);
    if (pulls > 10) break;
  }
  expect(pulls).toBeLessThan(20);
});

it("leaves out what it does not understand, and keeps the link", async () => {
  const text = JSON.stringify([
    { url: "https://example.com/", title: "x".repeat(300), clicks: "many", created: "yesterday", note: "a\ud800b\0c" },
  ]);
  const { links } = await read(text);
  expect(links[0]?.link).toMatchObject({ clicks: 0, createdAt: undefined, alias: undefined, description: "a\uFFFDbc" });
  expect(links[0]?.link.title).toHaveLength(255);
});

it("keeps a cell with separators, quotes and line breaks whole, wherever the file is cut", async () => {
  const text = 'url,title\nhttps://example.com/,"one, ""two""\nthree é"\n';
  for (let size = 1; size < 12; size++) {
    expect((await read(text, size)).links[0]?.link.title).toBe('one, "two"\nthree é');
  }
});

it.each([
  ["Windows-1252", Buffer.from("alias;url;title\r\nm;https://example.com/;M\xfcller \x80\r\n", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFalias\turl\ttitle\r\nm\thttps://example.com/\tMüller €\r\n", "utf16le")],
  ["UTF-8 with a mark", Buffer.from("\uFEFFalias,url,title\r\nm,https://example.com/,Müller €\r\n")],
])("reads what spreadsheets write, in %s", async (_, file) => {
  for (const size of [64, 1000]) {
    expect((await read(file, size)).links[0]?.link).toMatchObject({ alias: "m", title: "Müller €" });
  }
});

it("reads a line as Windows-1252 only if it is not UTF-8", async () => {
  const bad = Buffer.from("https://example.com/,\xfc\n", "latin1");
  const { links } = await read(Buffer.concat([Buffer.from("url,title\nhttps://example.com/,ü\n"), bad]));
  expect(links.map(({ link }) => link.title)).toEqual(["ü", "ü"]);
});

it("reads tables of Excel: its separator, blank lines, duplicate columns, a quote in a text", async () => {
  const { links } = await read('sep=;\r\nurl;title;url\r\nhttps://example.com/;17" screen;\r\n;;\r\n ;;\r\n', 1000);
  expect(links.map(({ link }) => [link.url, link.title])).toEqual([["https://example.com/", '17" screen']]);
});

it.each([
  ["", "This file is empty."],
  ["https://example.com/a\nhttps://example.com/b\n", "The first row must contain the column names."],
  ['{"a":', "This file is neither valid JSON nor JSON Lines."],
  ['{"url":"https://example.com/"}\n{"url":', "This file is neither valid JSON nor JSON Lines."],
  ["\u0089PNG\r\n\u0000\u0000", "This is not a text file. Please export your links as CSV or JSON."],
  ['url,title\n"https://example.com/,x\n', /^This file cannot be read as CSV/],
])("rejects the file %j", async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({
    kind: "invalid",
    fields: [{ path: "file", message: typeof message === "string" ? message : expect.stringMatching(message) }],
  });
});

it("rejects a file that is too large before reading all of it", async () => {
  const megabyte = Buffer.alloc(1024 * 1024, " ");
  let sent = 0;
  async function* endless() {
    yield Buffer.from("[");
    for (;;) {
      sent += megabyte.length;
      yield megabyte;
    }
  }
  const reading = async () => {
    for await (const _ of readEntries(endless()));
  };
  await expect(reading()).rejects.toMatchObject({ kind: "invalid", message: expect.stringContaining("64 MiB") });
  expect(sent).toBeLessThanOrEqual(maxFileBytes + megabyte.length);
});

describe("columns that are not known by their names", () => {
  const column = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, "");
  const recognized = (rows: Record<string, string>[]) =>
    recognizeColumns(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [column(name), value]))),
      {},
    );

  it.each([
    ["Long URL (destination)", "url"],
    ["Destination: URL, original", "url"],
    ["Created (UTC)", "createdAt"],
    ["Expires at UTC", "expiresAt"],
    ["Engagements: total", "clicks"],
    ["Total number", null],
    ["Clicks (all time)", "clicks"],
    ["Title (optional)", "title"],
    ["Link count", null],
    ["Password (optional)", null],
    ["Status total", null],
  ])("%s is read as %s by its words", (name, field) => {
    expect(recognized([{ [name]: "1" }])).toEqual(field ? { [column(name)]: field } : {});
  });

  it("are found once, and not beside a column that is known", () => {
    expect(recognized([{ "Clicks (total)": "1", "Clicks (all time)": "2" }])).toEqual({ clickstotal: "clicks" });
    expect(recognized([{ Clicks: "1", "Clicks (all time)": "2" }])).toEqual({});
  });

  it("are found by addresses in them", () => {
    const rows = [
      { Page: "https://example.com/spring?a=1", Brief: "https://go.example/spring", Note2: "see https://example.com" },
      { Page: "https://example.org/", Brief: "https://go.example/autumn", Note2: "" },
    ];
    expect(recognized(rows)).toEqual({ page: "url", brief: "shortUrl" });
    expect(recognized(rows.map(({ Page }) => ({ Page })))).toEqual({ page: "url" });
    expect(recognized(rows.map(({ Brief }) => ({ Brief })))).toEqual({ brief: "url" });
    expect(recognized(rows.map(({ Page, Brief }) => ({ URL: Page, Brief })))).toEqual({ brief: "shortUrl" });
    // Which of two columns is the destination cannot be known.
    const unclear = rows.map((row, index) => ({ Page: row.Page, Other: `https://example.net/${index}?x` }));
    expect(recognized(unclear)).toEqual({});
  });

  it("stay unknown if a value is no address", () => {
    expect(recognized([{ Page: "https://example.com/" }, { Page: "example" }])).toEqual({});
    expect(recognized([{ Page: "" }, { Page: "–" }])).toEqual({});
    expect(recognized([{ Page: "javascript:alert(1)" }])).toEqual({});
  });
});
