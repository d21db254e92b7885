import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { limitTo } from "../support/owned";
import { decode } from "../support/qr";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("trustingServer");
let owner: LinkOwner;
let destination: string;
const site = createServer((_, response) => response.end("The destination"));

beforeAll(async () => {
  await once(site.listen(0, "127.0.0.1"), "listening");
  destination = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  owner = await linkOwner(server);
});
afterAll(async () => {
  site.close();
});

const there = "https://there.example/";
let count = 0;
/** The first part of an alias that no other test uses. */
const first = () => `first${++count}`;
const at = (path: string) => `${server.url}/${path}`;
const arrives = async (path: string) => (await visit(at(path))).location;
const tried = (custom: string) => owner.client.post<Failure>("/api/url/add", { url: there, custom });

describe("an alias of several parts", () => {
  it("can be created, shown, visited in any case, changed and deleted like any other", async () => {
    const custom = `${first()}/Schuhe/rot_42`;
    const { id, shorturl } = await owner.create({ custom, url: there });
    expect(shorturl).toBe(at(custom));
    expect((await owner.show(id)).details).toMatchObject({ alias: custom, shorturl });
    for (const path of [custom, custom.toUpperCase(), `${custom}?a=b`, `${custom}?`]) {
      expect(await arrives(path)).toBe(there);
    }
    const parts = custom.split("/");
    for (const path of [parts[0], `${parts[0]}/${parts[1]}`, `${custom}/more`, custom.replace("/", "//")]) {
      expect([path, (await visit(at(path as string))).status]).toEqual([path, 404]);
    }
    expect((await visit(at(custom.replaceAll("/", "%2F")))).status).toBe(404);
    expect(await tried(custom.toUpperCase())).toMatchObject({ status: 409, body: { code: "alias_taken" } });
    await owner.update(id, { custom: `${parts[0]}/other` });
    expect([await arrives(custom), await arrives(`${parts[0]}/other`)]).toEqual([null, there]);
    await owner.remove(id);
    expect((await visit(at(`${parts[0]}/other`))).status).toBe(404);
  });

  it("can be in any script, and as long as an alias can be", async () => {
    for (const custom of [`${first()}/größen/東京`, `${first()}/${"x".repeat(40)}`, `${first()}/b/c/d/e`]) {
      const { shorturl } = await owner.create({ custom, url: there });
      expect((await visit(encodeURI(shorturl))).location).toBe(there);
    }
  });

  it.each<[string, string]>([
    ["/a", "alias_parts"],
    ["a/", "alias_parts"],
    ["aa//bb", "alias_parts"],
    ["a/b/c/d/e/f", "alias_parts"],
    ["aa/../b", "alias_punctuation"],
    ["aa/b c", "alias_characters"],
    [`${"x".repeat(32)}/${"x".repeat(32)}`, "too_long"],
    ["shoes/qr", "alias_of_qr_code"],
    ["shoes/red/QR", "alias_of_qr_code"],
    ["shoes/qr/300", "alias_of_qr_code"],
    ["login/now", "alias_reserved"],
    ["API/v2", "alias_reserved"],
    ...["b", "u", "r", "q", "qr"].map((place): [string, string] => [`${place}/spring`, "alias_reserved"]),
  ])("%s is rejected: %s", async (custom, code) => {
    const { status, body } = await tried(custom);
    expect([status, body.errors?.[0]]).toMatchObject([400, { path: "custom", code }]);
  });

  it("needs a plan with custom aliases", async () => {
    const poor = await linkOwner(server);
    await limitTo(server, poor.user.id, { custom: { enabled: false } });
    const { status, body } = await poor.client.post<Failure>("/api/url/add", { url: there, custom: `${first()}/b` });
    expect([status, body.code]).toEqual([403, "plan_lacks_feature"]);
  });

  it("cannot be the alias of rotators and bio pages", async () => {
    const slug = `${first()}/b`;
    for (const [path, body] of [
      ["/api/campaign/add", { slug }],
      ["/api/bio/add", { slug, name: "Ann" }],
    ] as const) {
      const answer = await owner.client.post<Failure>(path, body);
      expect([path, answer.status, answer.body.errors?.[0]?.path]).toEqual([path, 400, "slug"]);
    }
  });

  it("is found by its short URL, in look-ups and in searches", async () => {
    const custom = `${first()}/found`;
    const { id, shorturl } = await owner.create({ custom });
    for (const short of [shorturl, custom, custom.toUpperCase(), shorturl.replace("http://", "")]) {
      expect((await owner.list(`?short=${encodeURIComponent(short)}`)).urls.map((link) => link.id)).toEqual([id]);
    }
    for (const q of [shorturl, custom]) {
      expect((await owner.list(`?q=${encodeURIComponent(q)}`)).urls.map((link) => link.id)).toEqual([id]);
    }
  });

  it("cannot be the destination of another link, nor can a path below it", async () => {
    const { shorturl } = await owner.create({ custom: `${first()}/loop`, forward: "all" });
    for (const url of [shorturl, `${shorturl}/deeper`, `${shorturl}?a=b`]) {
      const { status, body } = await owner.client.post<Failure>("/api/url/add", { url });
      expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, "url_is_short_link", "url"]);
    }
    expect((await owner.client.post("/api/url/add", { url: `${shorturl}/qr.svg` })).status).toBe(200);
    expect((await owner.client.post("/api/url/add", { url: `${server.url}/docs/links` })).status).toBe(200);
  });

  it("has its QR code", async () => {
    const { shorturl } = await owner.create({ custom: `${first()}/code/größe` });
    const answer = await fetch(`${encodeURI(shorturl)}/qr/256`);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(await decode(Buffer.from(await answer.arrayBuffer()))).toBe(new URL(shorturl).href);
    expect((await fetch(`${encodeURI(shorturl)}/qr.svg`)).headers.get("content-type")).toBe("image/svg+xml");
    expect((await fetch(`${server.url}/${first()}/code/qr.svg`)).status).toBe(404);
  });

  it("has its page that shows the destination, and its reports", async () => {
    const custom = `${first()}/about`;
    const { id } = await owner.create({ custom, url: there });
    const { body } = await visit(`${at(custom)}+`);
    expect(body).toContain(`href="/${custom}"`);
    const form = new URLSearchParams({ reason: "spam" });
    expect((await visit(`${at(custom)}+`, { method: "POST", body: form })).body).toContain("Thank you");
    expect(await sql(server, "SELECT count(*)::int FROM reports WHERE link_id = $1", [id])).toEqual([{ count: 1 }]);
  });

  it("has a password whose pass is not valid for the shorter alias", async () => {
    const outer = first();
    const inner = `${outer}/inner`;
    const body = (password: string) => ({ method: "POST", body: new URLSearchParams({ password }) });
    await owner.create({ custom: outer, url: `${there}outer`, password: "one" });
    await owner.create({ custom: inner, url: `${there}inner`, password: "two" });
    const passes: string[] = [];
    for (const [path, password] of [
      [outer, "one"],
      [inner, "two"],
    ] as const) {
      const { location, headers } = await visit(at(path), body(password));
      expect(location).toBe(`${there}${path === outer ? "outer" : "inner"}`);
      expect(headers.get("set-cookie")).toContain(`Path=/${path};`);
      passes.push(headers.get("set-cookie")?.split(";")[0] as string);
    }
    const [ofOuter = "", ofInner = ""] = passes;
    const sees = async (path: string, cookie: string) => (await visit(at(path), { headers: { cookie } })).location;
    expect(await sees(inner, ofOuter)).toBeNull();
    // Browsers usually send both, the one of the longer path first, but not all do.
    for (const both of [`${ofInner}; ${ofOuter}`, `${ofOuter}; ${ofInner}`]) {
      expect([await sees(inner, both), await sees(outer, both)]).toEqual([`${there}inner`, `${there}outer`]);
    }
  });

  it("has splash page, frame and overlay at its own address", async () => {
    const overlayId = (
      await owner.made("/api/overlay/add", {
        type: "poll",
        name: "Tea",
        content: { question: "Tea?", options: ["a", "b"] },
      })
    ).id;
    for (const type of ["splash", "frame", `overlay-${overlayId}`]) {
      const custom = `${first()}/page`;
      await owner.create({ custom, url: destination, type });
      await eventually(async () => {
        const { status, body } = await visit(at(custom));
        expect([status, body]).toEqual([200, expect.stringContaining(`href="/${custom}+"`)]);
      });
    }
    const voted = await visit(at(`first${count}/page`), { method: "POST", body: new URLSearchParams({ option: "a" }) });
    expect([voted.status, voted.body]).toEqual([200, expect.stringContaining("Thank you.")]);
  });

  it("is reached by its campaign's rotator", async () => {
    const custom = `${first()}/turn`;
    const { id, rotator } = (await owner.made("/api/campaign/add", { slug: first() })) as {
      id: number;
      rotator: string;
    };
    await owner.create({ custom, url: there, type: "splash", campaign: id });
    expect((await visit(rotator)).location).toBe(`/${custom}`);
  });
});

describe("next to a shorter alias that forwards the rest", () => {
  it("the longest one wins, from its creation until its deletion", async () => {
    const name = first();
    await owner.create({ custom: name, url: `${there}base`, forward: "all" });
    expect(await arrives(`${name}/shoes/red`)).toBe(`${there}base/shoes/red`);
    const shoes = await owner.create({ custom: `${name}/shoes`, url: `${there}shoes` });
    expect(await arrives(`${name}/shoes`)).toBe(`${there}shoes`);
    // The link itself forwards nothing.
    expect(await arrives(`${name}/shoes/red`)).toBe(`${there}base/shoes/red`);
    await owner.update(shoes.id, { forward: "all" });
    expect(await arrives(`${name}/shoes/red`)).toBe(`${there}shoes/red`);
    const red = await owner.create({ custom: `${name}/shoes/red`, url: `${there}red` });
    expect(await arrives(`${name}/shoes/red`)).toBe(`${there}red`);
    expect(await arrives(`${name}/shoes/blue`)).toBe(`${there}shoes/blue`);
    expect(await arrives(`${name}/hats`)).toBe(`${there}base/hats`);
    await owner.remove(red.id);
    expect(await arrives(`${name}/shoes/red`)).toBe(`${there}shoes/red`);
    await owner.remove(shoes.id);
    expect(await arrives(`${name}/shoes/red`)).toBe(`${there}base/shoes/red`);
  });

  it("learns of one that another process created", async () => {
    const name = first();
    const { id } = await owner.create({ custom: name, url: `${there}base`, forward: "all" });
    expect(await arrives(`${name}/a/b`)).toBe(`${there}base/a/b`);
    await sql(
      server,
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
       SELECT user_id, domain_id, alias || '/a/b', alias_folded || '/a/b', $2 FROM links WHERE id = $1`,
      [id, `${there}made`],
    );
    await eventually(async () => expect(await arrives(`${name}/a/b`)).toBe(`${there}made`));
  });

  it("is used if the longer one is private", async () => {
    const name = first();
    await owner.create({ custom: name, url: there, forward: "all" });
    await owner.create({ custom: `${name}/secret`, url: there, status: "off" });
    expect((await visit(at(`${name}/secret`))).status).toBe(404);
  });

  it("causes no miss if no alias is below it", async () => {
    const name = first();
    await owner.create({ custom: name, url: there, forward: "all" });
    await arrives(name);
    // These are more misses than one client may have.
    for (let n = 0; n < 400; n += 50) {
      const paths = Array.from({ length: 50 }, (_, index) => `${n + index}`);
      expect(await Promise.all(paths.map((path) => arrives(`${name}/${path}`)))).toEqual(
        paths.map((path) => `${there}${path}`),
      );
    }
  });
});

it("stops a scan of paths like one of aliases, and existing aliases keep working", async () => {
  const [name, other] = [first(), first()];
  const { shorturl } = await owner.create({ custom: `${name}/link`, url: there });
  await owner.create({ custom: name, url: there, forward: "all" });
  // Requests sent together pass together, and the allowance grows again over time, so scan until it is stopped.
  const statuses = async (path: string, client: string) => {
    const found = new Set<number>();
    for (let n = 0; n < 3_000 && !found.has(429); n += 50) {
      const visits = Array.from({ length: 50 }, (_, index) =>
        visit(at(`${path}/${n + index}`), { headers: { "x-forwarded-for": client } }),
      );
      for (const { status } of await Promise.all(visits)) found.add(status);
    }
    return found;
  };
  expect(await statuses(`${other}/has`, "198.51.100.77")).toEqual(new Set([404, 429]));
  for (const client of ["192.0.2.71", "198.51.100.77"]) {
    expect((await visit(shorturl, { headers: { "x-forwarded-for": client } })).location).toBe(there);
  }
  // Guesses below an alias that has other aliases below it are stopped too.
  expect(await statuses(name, "203.0.113.79")).toEqual(new Set([302, 429]));
});
