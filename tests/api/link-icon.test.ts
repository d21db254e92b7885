import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

// This server may fetch from this machine.
const server = inject("trustingServer");
const image = await sharp({ create: { width: 32, height: 32, channels: 3, background: "#00ff00" } })
  .png()
  .toBuffer();
let requested: string[] = [];
let icon: Buffer | null = image;
const site = createServer(({ url = "" }, response) => {
  // Its title is fetched when the link is created.
  if (url !== "/page") requested.push(url);
  if (url === "/favicon.ico" && icon) response.end(icon);
  else response.writeHead(404).end();
});
let owner: LinkOwner;
let sites = 100;
let destination: string;

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, "0.0.0.0", done));
  owner = await linkOwner(server);
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  [requested, icon] = [[], image];
  destination = `http://127.0.0.${++sites}:${(site.address() as AddressInfo).port}/page`;
});

const get = (address: string, init?: RequestInit) => fetch(address, { redirect: "manual", ...init });
const add = (body: object = {}) => owner.create({ url: destination, ...body });

/** Requests an icon until it is drawn. On a busy machine, the first drawing takes longer than a visitor waits. */
const drawn = (shorturl: string) =>
  eventually(async () => {
    const response = await get(`${shorturl}/ico`);
    expect(response.status).toBe(200);
    return response;
  }, 20_000);

it("an alias followed by /ico is the icon of the destination's site", async () => {
  const { id, shorturl } = await add();
  const response = await drawn(shorturl);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  const { data, info } = await sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = ((info.height / 2) * info.width + info.width / 2) * 4;
  expect([...data.subarray(middle, middle + 4)]).toEqual([0, 255, 0, 255]);
  // It is no visit.
  await visit(`${shorturl}/ico`);
  await visit(shorturl);
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(1));
  expect((await owner.show(id)).details.clicks).toBe(1);
});

it("many requests at once ask the site once, and later ones do not", async () => {
  const { shorturl } = await add();
  const other = await add({ custom: `other-${sites}-${owner.user.id}` });
  const addresses = [...Array(6).fill(shorturl), ...Array(6).fill(other.shorturl)];
  const statuses = async () => Promise.all(addresses.map(async (short) => (await get(`${short}/ico`)).status));
  await statuses();
  await drawn(shorturl);
  expect(await statuses()).toEqual(Array(12).fill(200));
  expect(requested).toEqual(["/", "/favicon.ico"]);
});

it("a site without an icon has none, and is asked once", async () => {
  icon = null;
  const { shorturl } = await add();
  for (let round = 0; round < 3; round++) expect((await get(`${shorturl}/ico`)).status).toBe(404);
  expect(requested).toEqual(["/", "/favicon.ico"]);
});

it("an alias that ends with /ico wins, and so does a link that forwards the path", async () => {
  const { shorturl } = await add({ custom: `first-${owner.user.id}` });
  await add({ custom: `first-${owner.user.id}/ico`, url: "https://example.com/own" });
  expect((await get(`${shorturl}/ico`)).headers.get("location")).toBe("https://example.com/own");
  const forwarding = await add({ custom: `all-${owner.user.id}`, forward: "all" });
  expect((await get(`${forwarding.shorturl}/ico`)).headers.get("location")).toBe(`${destination}/ico`);
  expect(requested).toEqual([]);
});

it.each<[string, object]>([
  ["a private link", { status: "private" }],
  ["a link that is off", { status: "off" }],
  ["a link with a password", { password: "open sesame" }],
  ["a link that has expired", { expiry: "2020-01-01 00:00:00", expiryurl: "https://example.com/ended" }],
])("%s shows no icon, and its site is not asked", async (_, body) => {
  const { shorturl } = await add(body);
  const response = await get(`${shorturl}/ico`);
  expect([response.status, response.headers.get("location")]).toEqual([404, null]);
  expect(requested).toEqual([]);
});

it("a link that is deleted, disabled or made private no longer shows it", async () => {
  const [deleted, disabled, hidden] = [await add(), await add(), await add()];
  const statuses = () =>
    Promise.all([deleted, disabled, hidden].map(async ({ shorturl }) => (await get(`${shorturl}/ico`)).status));
  await drawn(deleted.shorturl);
  expect(await statuses()).toEqual([200, 200, 200]);
  await owner.client.delete(`/api/url/${deleted.id}/delete`);
  await owner.client.put(`/api/url/${hidden.id}/update`, { status: "private" });
  await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, 'phishing')", [disabled.id]);
  await eventually(async () => expect(await statuses()).toEqual([404, 404, 404]));
});

it("answers only GET and HEAD, and nothing for an unknown alias", async () => {
  const { shorturl } = await add();
  await drawn(shorturl);
  expect((await get(`${shorturl}/ico`, { method: "POST" })).status).toBe(405);
  expect((await get(`${shorturl}/ico`, { method: "HEAD" })).status).toBe(200);
  expect((await get(`${shorturl}x/ico`)).status).toBe(404);
  expect((await get(`${shorturl}/ico/more`)).status).toBe(404);
});
