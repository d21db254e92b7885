import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
/** oldest first */
const ids: number[] = [];

beforeAll(async () => {
  owner = await linkOwner(server);
  for (let index = 0; index < 17; index++) ids.push((await owner.create({ url: `https://example.com/${index}` })).id);
});

const newestFirst = () => [...ids].reverse();

describe("pages", () => {
  it("contain 15 links, the newest first", async () => {
    const data = await owner.list();
    expect(data).toMatchObject({ result: 17, perpage: 15, currentpage: 1, nextpage: 2, maxpage: 2 });
    expect(data.urls.map(({ id }) => id)).toEqual(newestFirst().slice(0, 15));
    expect(Object.keys(data).sort()).toEqual([
      "currentpage",
      "maxpage",
      "nextcursor",
      "nextpage",
      "perpage",
      "result",
      "resultexact",
      "urls",
    ]);
  });

  it.each([
    ["?page=2", { perpage: 15, currentpage: 2, nextpage: 2, maxpage: 2 }, [15, 17]],
    ["?limit=5&page=2", { perpage: 5, currentpage: 2, nextpage: 3, maxpage: 4 }, [5, 10]],
    ["?limit=100", { perpage: 100, currentpage: 1, nextpage: 1, maxpage: 1 }, [0, 17]],
    ["?limit=1000", { perpage: 1000, currentpage: 1, nextpage: 1, maxpage: 1 }, [0, 17]],
    ["?limit=1001", { perpage: 1000, currentpage: 1, nextpage: 1, maxpage: 1 }, [0, 17]],
    ["?limit=99999999999999", { perpage: 1000, currentpage: 1, nextpage: 1, maxpage: 1 }, [0, 17]],
    ["?page=9", { perpage: 15, currentpage: 9, nextpage: 2, maxpage: 2 }, [17, 17]],
    ["?page=2147483647&limit=100", { perpage: 100, currentpage: 2_147_483_647, nextpage: 1, maxpage: 1 }, [17, 17]],
    ["?limit=&page=&order=&q=&short=", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 2 }, [0, 15]],
    ["?unknown=1", { perpage: 15, currentpage: 1, nextpage: 2, maxpage: 2 }, [0, 15]],
  ])("are numbered for %s", async (query, counters, [from, to]) => {
    const data = await owner.list(query);
    expect(data).toMatchObject({ result: 17, ...counters });
    expect(data.urls.map(({ id }) => id)).toEqual(newestFirst().slice(from, to));
  });

  it("have one empty page for accounts without links", async () => {
    const data = await (await linkOwner(server)).list();
    expect(data).toEqual({
      ...{ result: 0, resultexact: true, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1, nextcursor: null },
      urls: [],
    });
  });

  it.each(["limit", "page"])("are rejected for a wrong %s", async (name) => {
    for (const value of ["0", "-1", "abc", "1.5", "1e2", "NaN", "%00", "1,2"]) {
      const { status, body } = await owner.client.get<Failure>(`/api/urls?${name}=${value}`);
      expect([value, status, body.error, body.errors?.[0]?.path]).toEqual([value, 400, 1, name]);
    }
  });

  it("are in the default order if an unknown one is requested", async () => {
    expect(await owner.list("?order=alias")).toEqual(await owner.list());
  });
});

it("orders by clicks, and by age if they are equal", async () => {
  const mine = await linkOwner(server);
  const [first, second, third] = [await mine.create(), await mine.create(), await mine.create()];
  await visit(second.shorturl);
  await eventually(async () => expect((await mine.show(second.id)).details.clicks).toBe(1));
  const { urls } = await mine.list("?order=click");
  expect(urls.map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
  expect((await mine.list("?order=date")).urls.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  const turned = await mine.list("?order=click&direction=asc");
  expect(turned.urls.map(({ id }) => id)).toEqual([first.id, third.id, second.id]);
  expect((await mine.list("?direction=asc&limit=1")).urls.map(({ id }) => id)).toEqual([first.id]);
  expect(await mine.list("?direction=up")).toEqual(await mine.list());
});

describe("searching", () => {
  let mine: LinkOwner;
  let tag: string;
  const found = async (q: string) => {
    const { urls, result } = await mine.list(`?q=${encodeURIComponent(q)}`);
    expect(urls).toHaveLength(result ?? -1);
    return urls.map(({ longurl }) => longurl).sort();
  };

  beforeAll(async () => {
    mine = await linkOwner(server);
    tag = `${mine.user.id}`;
    await mine.create({ url: "https://example.com/Spring", custom: `a_b-${tag}` });
    await mine.create({ url: "https://example.com/100%25", custom: `aXb-${tag}` });
    await (await linkOwner(server)).create({ url: "https://example.com/Spring" });
  });

  it("finds parts of the alias and the destination, in any case, in the account", async () => {
    expect(await found("spring")).toEqual(["https://example.com/Spring"]);
    expect(await found("EXAMPLE.com")).toEqual(["https://example.com/100%25", "https://example.com/Spring"]);
    expect(await found(`axb-${tag}`)).toEqual(["https://example.com/100%25"]);
    expect(await found("nowhere")).toEqual([]);
  });

  it("rejects texts that no link can contain", async () => {
    for (const q of ["%00", "x".repeat(256)]) expect((await mine.client.get(`/api/urls?q=${q}`)).status).toBe(400);
  });
});

describe("looking up a short URL", () => {
  it("finds it in any spelling, and ignores the other parameters", async () => {
    const custom = `Été-${owner.user.id}`;
    const mine = await linkOwner(server);
    const { id } = await mine.create({ custom });
    const written = [
      `${server.url}/${custom}`,
      `${server.url}/${encodeURIComponent(custom)}`,
      `${server.url.replace("http", "https")}/${custom.toUpperCase()}`,
      `${server.url.replace("http://localhost", "127.0.0.1")}/${custom}?utm=1`,
    ];
    for (const short of written) {
      const data = await mine.list(`?limit=5&page=9&q=nothing&short=${encodeURIComponent(short)}`);
      expect(data).toMatchObject({ result: 1, currentpage: 1, maxpage: 1 });
      expect(data.urls.map((link) => link.id)).toEqual([id]);
    }
  });

  it("finds it in a search, as it is shown and as it is copied", async () => {
    const mine = await linkOwner(server);
    const { id, shorturl } = await mine.create();
    await mine.create();
    for (const q of [shorturl, shorturl.replace("http://", "")]) {
      expect((await mine.list(`?q=${encodeURIComponent(q)}`)).urls.map((link) => link.id)).toEqual([id]);
    }
    const elsewhere = shorturl.replace(server.url, "https://example.com");
    expect((await mine.list(`?q=${encodeURIComponent(elsewhere)}`)).urls).toEqual([]);
  });

  it("finds it at the domain's www.", async () => {
    const host = `short-${owner.user.id}.example.com`;
    await owner.made("/api/domain/add", { domain: host });
    const custom = `www-${owner.user.id}`;
    const { id } = await owner.create({ custom, domain: host });
    const found = await owner.list(`?short=https://www.${host}/${custom}`);
    expect(found.urls.map((link) => link.id)).toEqual([id]);
    expect(await owner.list(`?short=https://ww.${host}/${custom}`)).toBeUndefined();
  });

  it("finds nothing on other hosts, for other people, or for an invalid address", async () => {
    const { shorturl } = await owner.create();
    const alias = shorturl.slice(server.url.length);
    for (const short of [
      `https://example.com${alias}`,
      `${shorturl}/more`,
      server.url,
      `${server.url}/%00`,
      "%",
      "http://",
      "/",
    ]) {
      expect(await owner.list(`?short=${encodeURIComponent(short)}`)).toBeUndefined();
    }
    const stranger = await linkOwner(server);
    expect(await stranger.list(`?short=${encodeURIComponent(shorturl)}`)).toBeUndefined();
  });
});
