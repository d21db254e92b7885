import { beforeEach, expect, inject, it } from "vitest";
import type { z } from "zod";
import type { changeUndone, LinksChanged } from "@/lib/resources/links/bulk/schema";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { limitTo } from "../support/owned";

const server = inject("server");
let owner: LinkOwner;
beforeEach(async () => {
  owner = await linkOwner(server);
});

const change = (body: object, of = owner) => of.client.post<LinksChanged & Failure>("/api/urls/change", body);
const undo = (id: number | null, of = owner, body?: object) =>
  of.client.post<z.infer<typeof changeUndone> & Failure & { warnings?: object[] }>(`/api/urls/change/${id}/undo`, body);
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

it("rejects a number that differs from the list, with one sentence", async () => {
  await owner.create();
  const other = await change({ filter: {}, count: 2, archived: true });
  expect([other.status, other.body.code, other.body.message]).toEqual([
    409,
    "selection_changed",
    "Your selection has changed: it now matches 1 link. Nothing was saved. Check the list and try again.",
  ]);
});

it("an undo says before and after which links it cannot change back, and what to do", async () => {
  const links = await Promise.all([1, 2].map((n) => owner.create({ custom: `undo-${owner.user.id}-${n}` })));
  const ids = links.map(({ id }) => id);
  const [first = 0, second = 0] = ids;
  const { body } = await change({ ids, deleted: true });
  const taker = await owner.create({ custom: `undo-${owner.user.id}-1` });
  const refusals = [
    {
      ...{ id: first, shorturl: links[0]?.shorturl, code: "restore_alias_taken" },
      message: "Its alias is taken. Restore it from the deleted links: it then gets another alias.",
    },
  ];
  const tried = await undo(body.id, owner, { dryrun: true });
  const message = "1 link can be changed back, 1 cannot.";
  expect(tried).toMatchObject({ status: 200, body: { error: 0, message, undone: 1, left: 1, refusals } });
  expect((await owner.list()).urls.map(({ id }) => id)).toEqual([taker.id]);
  const done = await undo(body.id);
  expect([done.status, done.body]).toEqual([
    200,
    { error: 0, message: "1 link is what it was before. 1 could not be changed back.", undone: 1, left: 1, refusals },
  ]);
  expect((await owner.list()).urls.map(({ id }) => id)).toEqual([taker.id, second]);
  const late = await undo(body.id);
  expect([late.status, late.body.code, late.body.errors]).toMatchObject([
    409,
    "undo_changed",
    [{ path: `links.${first}`, code: "restore_alias_taken" }],
  ]);
  await owner.remove(taker.id);
  expect((await undo(body.id)).body).toMatchObject({ undone: 1, left: 0 });
  expect((await undo(body.id)).status).toBe(404);
});

it("an undo warns of what restored links did not get back", async () => {
  const { id } = await owner.create({ externalid: "crm-1" });
  const { body } = await change({ ids: [id], deleted: true });
  await owner.create({ externalid: "crm-1" });
  const { body: done } = await undo(body.id);
  const message = "Another link has its external ID now, so it was restored without one.";
  expect(done.warnings).toEqual([{ field: `links.${id}.externalid`, code: "restored_without_externalid", message }]);
});

it("rejects a dry run that is neither true nor false", async () => {
  const { status, body } = await undo(1, owner, { dryrun: "perhaps" });
  expect([status, body.errors]).toMatchObject([400, [{ path: "dryrun" }]]);
});

it("names features that the plan does not include", async () => {
  await limitTo(server, owner.user.id, { bundle: { enabled: false } });
  const { id } = await owner.create();
  const { status, body } = await change({ ids: [id], campaign: 1 });
  expect([status, body.code]).toEqual([403, "plan_lacks_feature"]);
});
