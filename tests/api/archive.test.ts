import { describe, expect, inject, it } from "vitest";
import type { PlanLimits } from "@/lib/resources/plans/schema";
import { uniqueText } from "../support/caller";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

async function ownerWith(limits: Partial<PlanLimits> = {}): Promise<LinkOwner> {
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user, limits);
  return owner;
}

const call = ({ client }: LinkOwner, id: number, what: "archive" | "unarchive") =>
  client.post<Failure>(`/api/url/${id}/${what}`);
const idsOf = async (owner: LinkOwner, query = "") => (await owner.list(query)).urls.map(({ id }) => id);

describe("an archived link", () => {
  it("redirects and counts visitors, and is listed only in the archive", async () => {
    const owner = await ownerWith();
    const channel = (await owner.made("/api/channel/add", { name: "Posters" })).id;
    const slug = uniqueText("spring");
    const campaign = (await owner.made("/api/campaign/add", { name: "Spring", slug })).id;
    const custom = uniqueText("old");
    const { id, shorturl } = await owner.create({ channel, campaign, custom, title: "Winter" });
    const other = await owner.create({ channel, campaign });
    expect(await call(owner, id, "archive")).toMatchObject({ status: 200, body: { error: 0 } });
    expect((await call(owner, id, "archive")).status).toBe(200);

    expect(await idsOf(owner)).toEqual([other.id]);
    expect(await idsOf(owner, "?order=click")).toEqual([other.id]);
    expect(await idsOf(owner, "?q=winter")).toEqual([]);
    expect(await idsOf(owner, "?archived=0")).toEqual([other.id]);
    for (const query of ["", "&order=click", "&q=winter"])
      expect(await idsOf(owner, `?archived=1${query}`)).toEqual([id]);
    expect(await idsOf(owner, "?archived=1&q=summer")).toEqual([]);
    const items = await owner.client.get<{ data: { items: { id: number }[] } }>(`/api/channel/${channel}`);
    expect(items.body.data.items.map((item) => item.id)).toEqual([other.id]);

    await visit(shorturl);
    await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(1));
    const { details } = await owner.show(id);
    expect(details).toMatchObject({ archived: true, campaign, channel, clicks: 1 });
    expect((await owner.list(`?short=${encodeURIComponent(shorturl)}`)).urls).toMatchObject([{ id }]);

    expect((await call(owner, id, "unarchive")).status).toBe(200);
    expect((await idsOf(owner)).sort()).toEqual([id, other.id].sort());
    expect(await idsOf(owner, "?q=winter")).toEqual([id]);
    expect((await owner.show(id)).details).toEqual({ ...details, archived: false });
  });

  it("still belongs to its rotator", async () => {
    const owner = await ownerWith();
    const slug = uniqueText("spring");
    const campaign = (await owner.made("/api/campaign/add", { name: "Spring", slug })).id;
    const { id } = await owner.create({ campaign, url: "https://example.com/winter" });
    await call(owner, id, "archive");
    expect((await visit(`${server.url}/r/${slug}`)).location).toMatch(/^https:\/\/example\.com\/winter/);
  });

  it("is still archived after it was deleted and restored, and needs no quota", async () => {
    const owner = await ownerWith({ links: 1 });
    const { id } = await owner.create();
    await call(owner, id, "archive");
    await owner.remove(id);
    await owner.create();
    expect((await owner.client.post(`/api/url/${id}/restore`)).status).toBe(200);
    expect(await idsOf(owner, "?archived=1")).toEqual([id]);
    expect((await owner.list()).result).toBe(1);
  });
});

describe("the plan's links", () => {
  it("include all that are not archived", async () => {
    const owner = await ownerWith({ links: 1 });
    const { id } = await owner.create();
    expect((await owner.client.post("/api/url/add", { url: "https://example.com/" })).status).toBe(403);
    await call(owner, id, "archive");
    const other = await owner.create();
    const refused = await call(owner, id, "unarchive");
    expect([refused.status, refused.body.code]).toEqual([403, "plan_limit_reached"]);
    expect(await idsOf(owner)).toEqual([other.id]);
    await owner.remove(other.id);
    expect((await call(owner, id, "unarchive")).status).toBe(200);
  });

  it("never exceed the plan, however many are unarchived at once", async () => {
    const owner = await ownerWith({ links: 4 });
    const ids: number[] = [];
    for (let made = 0; made < 8; made++) {
      const { id } = await owner.create();
      await call(owner, id, "archive");
      ids.push(id);
    }
    const answers = await Promise.all([
      ...ids.map((id) => call(owner, id, "unarchive")),
      ...ids.map(() => owner.client.post("/api/url/add", { url: "https://example.com/" })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect((await owner.list()).result).toBe(4);
    const [count] = await sql<{ links: number; archived: number }>(
      server,
      "SELECT sum(links)::int AS links, sum(archived)::int AS archived FROM link_blocks WHERE user_id = $1",
      [owner.user.id],
    );
    const archived = (await owner.list("?archived=1")).result;
    expect(count).toEqual({ links: 4, archived });
  });

  it("are counted correctly if a link is archived, unarchived and deleted at once", async () => {
    const owner = await ownerWith();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await owner.create()).id));
    const answers = await Promise.all(
      ids.flatMap((id) => [
        call(owner, id, "archive"),
        call(owner, id, "unarchive"),
        call(owner, id, "archive"),
        owner.client.delete(`/api/url/${id}/delete`),
      ]),
    );
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect([(await owner.list()).result, (await owner.list("?archived=1")).result]).toEqual([0, 0]);
    expect(await sql(server, "SELECT FROM link_blocks WHERE user_id = $1", [owner.user.id])).toEqual([]);
    expect(await sql(server, "SELECT FROM link_texts WHERE user_id = $1", [owner.user.id])).toEqual([]);
  });
});

it("another user's link, and a missing one, cannot be archived", async () => {
  const [owner, other] = [await ownerWith(), await ownerWith()];
  const { id } = await owner.create();
  for (const what of ["archive", "unarchive"] as const) {
    expect((await call(other, id, what)).status).toBe(404);
    expect((await call(owner, 2_000_000_000, what)).status).toBe(404);
    expect((await owner.client.post(`/api/url/0/${what}`)).status).toBe(400);
  }
  expect(await idsOf(owner)).toEqual([id]);
  expect((await owner.client.get("/api/urls?archived=maybe")).status).toBe(400);
});
