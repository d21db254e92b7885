import { beforeAll, describe, expect, inject, it, test } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { decode } from "../support/qr";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
let link: { id: number; shorturl: string };
beforeAll(async () => {
  owner = await linkOwner(server);
  link = await owner.create({ custom: `code-${Date.now()}` });
});

const get = (url: string, init?: RequestInit) => fetch(url, { redirect: "manual", ...init });
const picture = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer());

/** The width of a PNG, from its header. */
const widthOf = (png: Buffer) => png.readUInt32BE(16);

describe("a link's QR code is at its short URL", () => {
  it("is a public image that contains the short URL, cached for a minute", async () => {
    const answer = await get(`${link.shorturl}/qr`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/png",
      "public, max-age=60",
    ]);
    expect(await decode(Buffer.from(await answer.arrayBuffer()))).toBe(link.shorturl);
    const again = await get(`${link.shorturl}/qr`, { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  it.each([
    ["/qr/256", "image/png", 256],
    ["/qr/512.png", "image/png", 512],
    ["/qr.png?size=300", "image/png", 300],
    ["/qr?size=128", "image/png", 128],
  ])("in another size: %s", async (path, type, width) => {
    const answer = await get(link.shorturl + path);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(widthOf(Buffer.from(await answer.arrayBuffer()))).toBe(width);
  });

  it.each([
    ["/qr.svg", "image/svg+xml"],
    ["/qr/300.svg", "image/svg+xml"],
    ["/qr.pdf", "application/pdf"],
  ])("in another format: %s", async (path, type) => {
    expect((await get(link.shorturl + path)).headers.get("content-type")).toBe(type);
  });

  it("in the colors of the link's own code, and plain without it", async () => {
    const plain = await picture(`${link.shorturl}/qr.svg`);
    expect(plain.toString()).not.toContain("#1e3c5a");
    const { id } = await owner.made("/api/qr/add", {
      type: "link",
      data: link.shorturl,
      foreground: "rgb(30,60,90)",
    });
    const coloured = await picture(`${link.shorturl}/qr.svg`);
    expect(coloured.equals(plain)).toBe(false);
    // Another user's code for the same address does not become the link's.
    const other = await linkOwner(server);
    await other.made("/api/qr/add", { type: "link", data: link.shorturl, foreground: "rgb(120,0,0)" });
    expect((await picture(`${link.shorturl}/qr.svg`)).equals(coloured)).toBe(true);
    await owner.client.delete(`/api/qr/${id}/delete`);
    await eventually(async () => expect((await picture(`${link.shorturl}/qr.svg`)).equals(plain)).toBe(true));
  });

  it("counts no visit", async () => {
    await picture(`${link.shorturl}/qr`);
    expect((await owner.show(link.id)).data.clicks).toBe(0);
  });
});

describe("does not exist", () => {
  it.each([
    ["of no link", () => `${server.url}/nobody-has-this/qr`, 404],
    ["of the service's own words", () => `${server.url}/login/qr`, 404],
    ["in a format that no picture has", () => `${link.shorturl}/qr.gif`, 404],
    ["in no size", () => `${link.shorturl}/qr/63`, 400],
    ["in a size beyond all", () => `${link.shorturl}/qr/4097`, 400],
    ["in a size that is none", () => `${link.shorturl}/qr/big`, 404],
    ["of an alias that cannot be decoded", () => `${server.url}/%ff/qr`, 404],
  ])("%s", async (_, url, status) => {
    expect((await get(url())).status).toBe(status);
  });

  it("for a link that is off", async () => {
    const hidden = await owner.create({ status: "off" });
    expect((await get(`${hidden.shorturl}/qr`)).status).toBe(404);
  });

  it("with another method", async () => {
    const answer = await get(`${link.shorturl}/qr`, { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

test("contains an alias beyond ASCII as in addresses", async () => {
  const { shorturl } = await owner.create({ custom: `münchen-${Date.now()}` });
  expect(await decode(await picture(`${encodeURI(shorturl)}/qr`))).toBe(new URL(shorturl).href);
});
