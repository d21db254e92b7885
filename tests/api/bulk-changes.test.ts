import { beforeEach, expect, inject, it } from "vitest";
import type { LinksChanged } from "@/lib/resources/links/bulk/schema";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { limitTo } from "../support/owned";

const server = inject("server");
let owner: LinkOwner;
beforeEach(async () => {
  owner = await linkOwner(server);
});

const change = (body: object, of = owner) => of.client.post<LinksChanged & Failure>("/api/urls/change", body);
const undo = (id: number | null, of = owner) => of.client.post<Failure>(`/api/urls/change/${id}/undo`);
const location = async (address: string) => {
  const { status, headers } = await fetch(address, { redirect: "manual" });
  return [status, headers.get("location")];
};

it("changes all that a filter finds, visitors see it at once, and undoes it", async () => {
  const made = await Promise.all([1, 2, 3].map((n) => owner.create({ tags: ["Fair"], title: `Link ${n}` })));
  await owner.create();
  const { status, body } = await change({ filter: { tag: "fair" }, count: 3, status: "off" });
  expect([status, body]).toEqual([200, { error: 0, id: expect.any(Number), changed: 3, refused: 0, refusals: [] }]);
  for (const { shorturl } of made) expect(await location(shorturl)).toEqual([404, null]);
  const done = await undo(body.id);
  expect([done.status, done.body.message]).toEqual([200, "3 links are what they were before."]);
  for (const { shorturl } of made) expect(await location(shorturl)).toEqual([302, "https://example.com/"]);
});

it("moves links to another domain and back: the old address stops working, the new one works", async () => {
  await limitTo(server, owner.user.id, { domain: { enabled: true, count: 5 }, multiple: { enabled: true } });
  const host = `bulk-${owner.user.id}.example.com`;
  await owner.made("/api/domain/add", { domain: host });
  const { id, shorturl } = await owner.create();
  const { body } = await change({ ids: [id], domain: host });
  expect(body).toMatchObject({ changed: 1, refused: 0 });
  expect(await location(shorturl)).toEqual([404, null]);
  expect((await owner.show(id)).details.shorturl).toContain(`://${host}/`);
  expect((await undo(body.id)).status).toBe(200);
  expect(await location(shorturl)).toEqual([302, "https://example.com/"]);
});

it("rejects a number that differs from the list, and an undo after other changes, with one sentence", async () => {
  const { id } = await owner.create();
  const other = await change({ filter: {}, count: 2, archived: true });
  expect([other.status, other.body.code, other.body.message]).toEqual([
    409,
    "selection_changed",
    "Your selection has changed: it now matches 1 link. Nothing was saved. Check the list and try again.",
  ]);
  const { body } = await change({ ids: [id], status: "off" });
  await owner.update(id, { status: "public" });
  const late = await undo(body.id);
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    "undo_changed",
    "Nothing was undone, because some of these links, or their campaign, channel, tags or domain, have changed since.",
  ]);
});

it("names features that the plan does not include", async () => {
  await limitTo(server, owner.user.id, { bundle: { enabled: false } });
  const { id } = await owner.create();
  const { status, body } = await change({ ids: [id], campaign: 1 });
  expect([status, body.code]).toEqual([403, "plan_lacks_feature"]);
});
