import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { filesIn } from "../support/archive";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { cutInto, printed } from "../support/pdf";
import { decode } from "../support/qr";
import { sessionCookie } from "../support/session";
import { newKey } from "../support/team";

const server = inject("server");
let owner: LinkOwner;
let links: { id: number; shorturl: string }[];

beforeAll(async () => {
  owner = await linkOwner(server);
  links = [];
  for (const name of ["spring", "summer", "autumn"])
    links.push(await owner.create({ custom: `${name}-${owner.user.id}`, tags: ["Season"] }));
  await owner.client.put(`/api/url/${links[0]?.id}/qr/update`, { dots: "circle", foreground: "rgb(30,60,90)" });
});

const ids = () => links.map(({ id }) => id);
const addresses = () => links.map(({ shorturl }) => shorturl);
const zip = (body: object) => owner.client.post<Buffer & Failure>("/api/urls/qr/zip", body);
const labels = (body: object) => owner.client.post<Buffer & Failure>("/api/urls/qr/labels", body);
const decoded = (pictures: Iterable<Buffer>) => Promise.all([...pictures].map(decode));

describe("the QR codes of several links", () => {
  it("are a ZIP of pictures that can be scanned", async () => {
    const { status, headers, body } = await zip({ ids: ids(), format: "png", size: 512 });
    expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(headers.get("content-disposition")).toContain("qr-codes.zip");
    const files = await filesIn(body);
    expect([...files.keys()]).toEqual(["spring", "summer", "autumn"].map((name) => `${name}-${owner.user.id}.png`));
    expect(await decoded(files.values())).toEqual(addresses());
    const shown = await fetch(`${addresses()[0]}/qr?size=512`);
    expect(files.get(`spring-${owner.user.id}.png`)).toEqual(Buffer.from(await shown.arrayBuffer()));
  });

  it("are a PDF of labels that can be scanned from paper", async () => {
    const { status, headers, body } = await labels({ filter: { tag: "Season" }, count: 3, labels: "2x4" });
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const [page, ...more] = await printed(body);
    expect(more).toEqual([]);
    const printedLabels = page ? await cutInto([2, 4], page) : [];
    expect(await decoded(printedLabels.slice(0, 4))).toEqual([...addresses().reverse(), null]);
  });

  it.each<[string, string, object, string]>([
    ["no links", "zip", {}, "ids"],
    ["a filter without a number", "labels", { filter: {} }, "count"],
    ["more links than a file may have", "zip", { filter: {}, count: 1_001 }, "count"],
    ["more ids than a file may have", "labels", { ids: Array.from({ length: 1_001 }, (_, n) => n + 1) }, "ids"],
    ["ids and a filter", "zip", { ids: [1], filter: {}, count: 1 }, "filter"],
    ["no such format", "zip", { ids: [1], format: "gif" }, "format"],
    ["too small pictures", "zip", { ids: [1], format: "png", size: 63 }, "size"],
    ["too large pictures", "zip", { ids: [1], format: "png", size: 2049 }, "size"],
    ["no such paper", "labels", { ids: [1], paper: "a3" }, "paper"],
    ["no such labels", "labels", { ids: [1], labels: "9x9" }, "labels"],
  ])("are rejected with %s", async (_, file, body, path) => {
    const answer = await owner.client.post<Failure>(`/api/urls/qr/${file}`, body);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path]);
    expect(answer.body.message).toMatch(/^\S.*\S$/);
  });

  it("are rejected if the filter finds another number, and count toward the rate limit by the hundred", async () => {
    const answer = await zip({ filter: { tag: "Season" }, count: 301 });
    expect(answer).toMatchObject({ status: 409, body: { code: "selection_changed" } });
    const left = Number(answer.headers.get("x-ratelimit-remaining"));
    const next = await zip({ filter: { tag: "Season" }, count: 2 });
    expect(left - Number(next.headers.get("x-ratelimit-remaining"))).toBe(1);
    const large = await zip({ filter: { tag: "Season" }, count: 301 });
    expect(Number(next.headers.get("x-ratelimit-remaining")) - Number(large.headers.get("x-ratelimit-remaining"))).toBe(
      4,
    );
  });

  it("contain nothing of other accounts", async () => {
    const { client } = await linkOwner(server);
    for (const file of ["zip", "labels"])
      expect(await client.post(`/api/urls/qr/${file}`, { ids: ids() })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    const { id } = await (await linkOwner(server)).create();
    const files = await filesIn((await zip({ ids: [id, ids()[0]] })).body);
    expect([...files.keys()]).toEqual([`spring-${owner.user.id}.svg`]);
  });

  it("need the permission to read links", async () => {
    const key = await newKey(server, owner.user.id, owner.user.id, ["qr:read"]);
    expect(await api(server, key).post("/api/urls/qr/zip", { ids: ids() })).toMatchObject({
      status: 403,
      body: { code: "permission_lacking" },
    });
  });

  it("are downloaded by pages with the selection in the address", async () => {
    const cookie = await sessionCookie(server, owner.user.id);
    const get = (query: string) =>
      fetch(`${server.url}/dashboard/links/qr-codes?${query}`, { headers: { cookie }, redirect: "manual" });
    const file = await get(`ids=${ids()}&format=svg&size=1024`);
    expect((await filesIn(Buffer.from(await file.arrayBuffer()))).size).toBe(3);
    const pdf = await get("tag=Season&count=3&paper=letter&labels=4x6");
    expect(await printed(Buffer.from(await pdf.arrayBuffer()))).toHaveLength(1);
    for (const [query, status] of [
      ["", 400],
      ["ids=x&paper=a4", 400],
      ["tag=Season&count=4", 409],
      ["ids=2000000000", 404],
    ] as const)
      expect([query, (await get(query)).status]).toEqual([query, status]);
  });
});

it("only one file is created at a time for an account", async () => {
  const headers = { authorization: `Bearer ${owner.user.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ ids: ids(), format: "png", size: 2048 });
  const begin = () => fetch(`${server.url}/api/urls/qr/zip`, { method: "POST", headers, body });
  const first = await begin();
  const second = await begin();
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(await second.json()).toMatchObject({ code: "file_under_way" });
  expect((await filesIn(Buffer.from(await first.arrayBuffer()))).size).toBe(3);
});
