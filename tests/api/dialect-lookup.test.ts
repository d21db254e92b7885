import { beforeAll, describe, expect, inject, test } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { sendRaw } from "../support/raw-request";
import { recordedClicks } from "../support/recorded";
import { visit } from "../support/visit";

const server = inject("server");
let owner: LinkOwner;
let link: { id: number; shorturl: string };
const alias = `lookup-${Date.now()}`;

beforeAll(async () => {
  owner = await linkOwner(server);
  link = await owner.create({ custom: alias, url: "https://example.com/looked-up" });
});

const ask = (short: string, key = owner.user.key) =>
  sendRaw(
    server,
    `GET /api/urls?short=${short}
     Authorization: Bearer ${key}
     Content-Type: application/json
     User-Agent: python-requests/2.32.3
     Accept-Encoding: gzip, deflate
     Accept: */*`,
  );

test.each([
  ["its short URL", () => encodeURIComponent(link.shorturl)],
  ["its short URL, as it is", () => link.shorturl],
  ["its short URL without a scheme", () => link.shorturl.replace(/^https?:\/\//, "")],
  ["its alias", () => alias],
  ["its alias in capitals", () => alias.toUpperCase()],
])("a link is found by %s, with the fields of a single link and as the list's only item", async (_, short) => {
  const { status, body } = await ask(short());
  const shown = await owner.show(link.id);
  const { urls } = await owner.list();
  expect(status).toBe(200);
  expect(body).toEqual({
    error: 0,
    id: link.id,
    details: shown.details,
    data: {
      ...shown.data,
      result: 1,
      resultexact: true,
      perpage: 15,
      currentpage: 1,
      nextpage: 1,
      maxpage: 1,
      nextcursor: null,
      urls,
    },
  });
});

test("returns its clicks", async () => {
  const clicked = await owner.create();
  await visit(clicked.shorturl);
  await recordedClicks(server);
  expect((await ask(clicked.shorturl)).body.data).toMatchObject({ clicks: 1, uniqueClicks: 1 });
});

const none = { error: 1, code: "not_found", message: "This link does not exist." };

test.each([
  ["nobody's", () => `${server.url}/nobody-has-this`],
  ["an address elsewhere", () => "https://elsewhere.example/abc"],
  ["no address", () => "%20two%20words%20"],
  ["a word", () => "nobody-has-this"],
])("%s fails with status 200, because such clients read the status first", async (_, short) => {
  const { status, body } = await ask(short());
  expect([status, body]).toEqual([200, none]);
});

test("another user's link is not found", async () => {
  const other = await linkOwner(server);
  expect(await ask(link.shorturl, other.user.key)).toMatchObject({ status: 200, body: none });
});

test("other failures keep their status", async () => {
  expect((await ask(link.shorturl, "sp_wrong")).status).toBe(401);
  expect((await ask("x".repeat(2049))).status).toBe(400);
});

test("a created link has its address under both names", async () => {
  const { body } = await sendRaw(
    server,
    `POST /api/url/add
     Authorization: Bearer ${owner.user.key}
     Content-Type: application/json

{"url": "https://example.com/"}`,
  );
  expect(body.short).toBe(body.shorturl);
  expect(body.short).toMatch(/^http/);
});

describe("a list by alias", () => {
  const found = async (query: string) => (await owner.list(`?${query}`)).urls.map(({ id }) => id);

  test.each([
    ["alias", () => `alias=${alias}`],
    ["keyword", () => `keyword=${alias}`],
    ["alias in capitals", () => `alias=${alias.toUpperCase()}&order=click&tag=none`],
  ])("has only the link with this %s", async (_, query) => {
    await owner.create();
    expect(await found(query())).toEqual([link.id]);
  });

  test("has one of each domain, the service's own first", async () => {
    const host = `lookup-${Date.now()}.example`;
    await owner.made("/api/domain/add", { domain: `https://${host}` });
    const other = await owner.create({ custom: alias, domain: host });
    expect(await found(`alias=${alias}`)).toEqual([link.id, other.id]);
    expect(await found(`alias=${alias}&limit=1&page=2`)).toEqual([other.id]);
    await owner.remove(other.id);
  });

  test("includes archived ones, and accepts a plus that is not escaped", async () => {
    const { id } = await owner.create({ custom: `${alias}.c+d` });
    await owner.client.post(`/api/url/${id}/archive`);
    expect(await found(`alias=${alias}.c+d`)).toEqual([id]);
  });

  test("is empty if no link of the account has the alias, so that clients use no other link", async () => {
    const other = await linkOwner(server);
    await other.create();
    for (const query of ["alias=", "keyword=", "alias=nobody-has-this", `alias=${alias}`, "alias=%20two%20words!"]) {
      expect([query, await other.list(`?${query}`)]).toMatchObject([query, { result: 0, urls: [] }]);
    }
  });

  test.each(["alias=a", "externalid=a"])("cannot be combined with deleted links: %s", async (query) => {
    const { status, body } = await owner.client.get<Failure>(`/api/urls?deleted=1&${query}`);
    const [path] = query.split("=");
    expect([status, body.errors]).toMatchObject([400, [{ path, code: "not_together" }]]);
  });

  test.each(["?Alias=a", "?alais=a", "?external_id=5", "?tags=x&limit=1"])(
    "is rejected if the filter is misspelled: %s",
    async (query) => {
      const { status, body } = await owner.client.get<Failure>(`/api/urls${query}`);
      const [, path] = /^\?(\w+)/.exec(query) ?? [];
      expect([status, body.errors]).toMatchObject([400, [{ path, code: "parameter_misspelt" }]]);
    },
  );

  test("is rejected in the same way in a body that is used as a query", async () => {
    const { status, body } = await owner.client.post<Failure>("/api/url/get", { external_id: "5" });
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, "parameter_misspelt", "external_id"]);
    expect((await owner.client.post<Failure>("/api/url/get", { shorturl: "x" })).status).toBe(200);
  });
});
