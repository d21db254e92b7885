import { describe, expect, inject, it } from "vitest";
import type { PlanLimits } from "@/lib/resources/plans/schema";
import { uniqueText } from "../support/caller";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { connected, sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

interface Restored {
  id: number;
  message: string;
  short: string;
  shorturl: string;
  warnings?: { field: string; code: string; message: string }[];
}

async function ownerWith(limits: Partial<PlanLimits> = {}): Promise<LinkOwner> {
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user, limits);
  return owner;
}

const restore = async ({ client }: LinkOwner, id: number) => {
  const { status, body } = await client.post<Restored>(`/api/url/${id}/restore`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

const deletedOf = async (owner: LinkOwner, query = "") => (await owner.list(`?deleted=1${query}`)).urls;

const counted = (owner: LinkOwner, id: number, clicks: number) =>
  eventually(async () => {
    const shown = await owner.show(id);
    expect([shown.data.clicks, shown.details.clicks]).toEqual([clicks, clicks]);
    return shown;
  });

/** Counts what is stored for a link outside of the two tables that it can be in. */
const traces = (id: number) =>
  sql<{ clicks: number; rollups: number; visitors: number }>(
    server,
    `SELECT (SELECT count(*)::int FROM clicks WHERE link_id = $1) AS clicks,
       (SELECT count(*)::int FROM click_rollups WHERE subject = 'link' AND subject_id = $1) AS rollups,
       (SELECT count(*)::int FROM click_visitors WHERE subject = 'link' AND subject_id = $1) AS visitors`,
    [id],
  ).then(([row]) => row);

/** A link with everything that it can have, all of it the owner's. */
async function richLink(owner: LinkOwner) {
  const made = async (path: string, body: Record<string, unknown>) => {
    const answer = await owner.client.post<{ id?: number; data?: { id: number } }>(path, body);
    expect(answer.status).toBe(200);
    return answer.body.id ?? answer.body.data?.id ?? 0;
  };
  const campaign = await made("/api/campaign/add", { name: "Spring", slug: uniqueText("spring") });
  const channel = await made("/api/channel/add", { name: "Posters" });
  const pixel = await made("/api/pixel/add", { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" });
  const overlay = await made("/api/overlay/add", { type: "message", name: "Hi", content: { text: "Hi" } });
  const domain = `https://${uniqueText("go")}.example.com`;
  const domainId = await made("/api/domain/add", { domain });
  const link = await owner.create({
    ...{ url: "https://example.com/spring", custom: uniqueText("rich"), type: `overlay-${overlay}` },
    ...{ campaign, channel, pixels: [pixel], domain, password: "open sesame", campaignweight: 7 },
    ...{ expiry: "2037-01-31 18:00:00", clicklimit: 1000, expiryurl: "https://example.com/over", redirect: 307 },
    ...{ geotarget: [{ location: "FR", link: "https://example.com/fr" }], title: "Spring", description: "A note" },
    ...{ parameters: [{ name: "utm_source", value: "poster" }], metatitle: "Sale", status: "off" },
    deeplink: { auto: true, apple: "https://apps.apple.com/app/id1" },
  });
  return { ...link, campaign, channel, pixel, overlay, domain, domainId };
}

describe("a deleted link", () => {
  it("is listed only as deleted, and is restored unchanged", async () => {
    const owner = await ownerWith();
    const { id, campaign } = await richLink(owner);
    const before = await owner.show(id);
    const row = await sql(server, "SELECT * FROM links WHERE id = $1", [id]);
    expect(await owner.client.delete(`/api/url/${id}/delete`)).toMatchObject({
      body: { error: 0, message: "The link has been deleted." },
    });
    expect((await owner.client.get(`/api/url/${id}`)).status).toBe(404);
    expect((await owner.list()).urls).toEqual([]);
    const [deleted] = await deletedOf(owner);
    const { deleted: at, ...item } = (deleted ?? {}) as Record<string, unknown>;
    expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(before.details).toMatchObject(item);
    expect(item).toMatchObject({ id, campaign });

    const answer = await restore(owner, id);
    expect(answer).toEqual({
      ...{ error: 0, message: "The link has been restored.", id },
      ...{ short: before.details.shorturl, shorturl: before.details.shorturl },
    });
    expect(await owner.show(id)).toEqual(before);
    expect(await sql(server, "SELECT * FROM links WHERE id = $1", [id])).toEqual(row);
    expect(await deletedOf(owner)).toEqual([]);
    expect((await owner.client.post(`/api/url/${id}/restore`)).status).toBe(404);
  });

  it("is a 404 to visitors at once and until it is restored", async () => {
    const owner = await ownerWith();
    const { id, shorturl } = await owner.create();
    expect((await visit(shorturl)).status).toBe(302);
    await owner.remove(id);
    expect((await visit(shorturl)).status).toBe(404);
    await restore(owner, id);
    expect(await visit(shorturl)).toMatchObject({ status: 302, location: "https://example.com/" });
  });

  it("keeps its statistics", async () => {
    const owner = await ownerWith();
    const { id, shorturl } = await owner.create();
    for (const agent of ["windows", "windows", "iphone", "mac"] as const) {
      await visit(shorturl, { headers: { "user-agent": agents[agent], referer: "https://www.facebook.com/" } });
    }
    const before = await counted(owner, id, 4);
    await owner.remove(id);
    expect(await deletedOf(owner)).toMatchObject([{ id, clicks: 4, uniqueclicks: 3 }]);
    const kept = await traces(id);
    expect(kept).toMatchObject({ clicks: 4, visitors: 3 });
    await restore(owner, id);
    expect(await owner.show(id)).toEqual(before);
    expect(await traces(id)).toEqual(kept);
    // The restored link recognizes its earlier visitors.
    await visit(shorturl);
    expect((await counted(owner, id, 5)).details.uniqueclicks).toBe(3);
  });

  it("counts earlier visits that are stored after it was deleted", async () => {
    const owner = await ownerWith();
    const { id, shorturl } = await owner.create();
    await visit(shorturl);
    await counted(owner, id, 1);
    // The drain waits while its journals' offsets are locked, so these clicks are stored after the deletion.
    await connected(server, async (client) => {
      await client.query("BEGIN");
      await client.query("LOCK TABLE journal_offsets IN ACCESS EXCLUSIVE MODE");
      for (let visits = 0; visits < 5; visits++) await visit(shorturl);
      await owner.remove(id);
      expect(await deletedOf(owner)).toMatchObject([{ clicks: 1 }]);
      await client.query("COMMIT");
    });
    await eventually(async () => expect(await deletedOf(owner)).toMatchObject([{ clicks: 6, uniqueclicks: 1 }]));
    await restore(owner, id);
    await counted(owner, id, 6);
    expect(await traces(id)).toMatchObject({ clicks: 6 });
  });

  it("does not count toward the plan's links, frees its alias, and gets another one if that is taken", async () => {
    const owner = await ownerWith({ links: 1 });
    const custom = uniqueText("mine");
    const { id, shorturl } = await owner.create({ custom });
    await owner.remove(id);
    const other = await owner.create({ custom, url: "https://example.com/other" });
    expect(other.shorturl).toBe(shorturl);
    const refused = await owner.client.post<Failure>(`/api/url/${id}/restore`);
    expect([refused.status, refused.body.code]).toEqual([403, "plan_limit_reached"]);
    expect(await deletedOf(owner)).toHaveLength(1);

    await onNewPlan(server, owner.user, { links: 2 });
    // Retried until the server has received the new plan.
    const restored = await eventually(() => restore(owner, id));
    expect(restored.shorturl).not.toBe(shorturl);
    expect(restored.warnings).toEqual([
      {
        ...{ field: "custom", code: "restored_with_other_alias" },
        message: "Another link has its alias now, so it got a new one.",
      },
    ]);
    expect((await visit(restored.shorturl)).location).toBe("https://example.com/");
    expect((await visit(shorturl)).location).toBe("https://example.com/other");
  });

  it("is restored without what was deleted meanwhile, on the default domain if its own was", async () => {
    const owner = await ownerWith();
    const { id, ...had } = await richLink(owner);
    const { alias } = (await owner.show(id)).details;
    await owner.remove(id);
    for (const path of [
      `/api/campaign/${had.campaign}/delete`,
      `/api/channel/${had.channel}/delete`,
      `/api/pixel/${had.pixel}/delete`,
      `/api/overlay/${had.overlay}/delete`,
      `/api/domain/${had.domainId}/delete`,
    ]) {
      expect((await owner.client.delete(path)).status).toBe(200);
    }
    expect(await deletedOf(owner)).toMatchObject([{ domain: server.url }]);
    const { warnings, shorturl } = await restore(owner, id);
    expect(shorturl).toBe(`${server.url}/${alias}`);
    expect(warnings?.map(({ field, code }) => `${field}: ${code}`)).toEqual([
      ...["domain: restored_on_other_domain", "campaign: restored_without", "type: restored_without"],
      ...["pixels: restored_without", "channel: restored_without"],
    ]);
    expect(warnings?.[1]?.message).toBe("It no longer has its campaign, because it was deleted.");
    const { details } = await owner.show(id);
    expect(details).toMatchObject({ campaign: null, channel: null, pixels: [], type: "direct", protected: true });
  });

  it("is still disabled if an administrator had disabled it, and open reports stay open", async () => {
    const owner = await ownerWith();
    const { id } = await owner.create();
    await sql(server, "INSERT INTO reports (link_id, reason, message) VALUES ($1, 'spam', 'Spam!')", [id]);
    await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, 'Phishing')", [id]);
    const of = (table: string) => sql(server, `SELECT * FROM ${table} WHERE link_id = $1`, [id]);
    const before = [await of("reports"), await of("disabled_links")];
    await owner.remove(id);
    expect(await of("disabled_links")).toEqual([]);
    const { shorturl } = await restore(owner, id);
    expect([await of("reports"), await of("disabled_links")]).toEqual(before);
    expect((await visit(shorturl)).status).toBe(410);
  });

  it("is listed page by page, the latest first, and ignores other orders", async () => {
    const owner = await ownerWith();
    const ids = [(await owner.create()).id, (await owner.create()).id, (await owner.create()).id];
    for (const id of ids) await owner.remove(id);
    expect(await owner.list("?deleted=1&limit=2")).toMatchObject({
      ...{ result: 3, perpage: 2, currentpage: 1, maxpage: 2 },
      urls: [{ id: ids[2] }, { id: ids[1] }],
    });
    expect(await deletedOf(owner, "&limit=2&page=2")).toMatchObject([{ id: ids[0] }]);
    for (const query of ["q=a", "order=click", "direction=asc", "archived=1"]) {
      const { status, body } = await owner.client.get<Failure>(`/api/urls?deleted=1&${query}`);
      const path = query.split("=")[0];
      expect([status, body.errors]).toMatchObject([400, [{ path, message: "This cannot be combined with deleted." }]]);
    }
  });
});

describe("permanent deletion", () => {
  it("deletes a link with its clicks and statistics", async () => {
    const owner = await ownerWith();
    const { id, shorturl } = await owner.create();
    await visit(shorturl);
    await counted(owner, id, 1);
    expect((await owner.client.delete(`/api/url/${id}/erase`)).status).toBe(404);
    await owner.remove(id);
    expect((await owner.client.delete(`/api/url/${id}/erase`)).status).toBe(200);
    expect(await deletedOf(owner)).toEqual([]);
    await eventually(async () => expect(await traces(id)).toEqual({ clicks: 0, rollups: 0, visitors: 0 }));
    for (const call of ["restore", "erase"]) {
      const method = call === "erase" ? "delete" : "post";
      expect((await owner.client[method](`/api/url/${id}/${call}`)).status).toBe(404);
    }
  });

  it("happens with the account's deletion", async () => {
    const owner = await ownerWith();
    const { id, shorturl } = await owner.create();
    await visit(shorturl);
    await counted(owner, id, 1);
    await owner.remove(id);
    const admin = await linkOwner({ ...server });
    await sql(server, "UPDATE users SET admin = true WHERE id = $1", [admin.user.id]);
    expect((await admin.client.delete(`/api/user/${owner.user.id}/delete`)).status).toBe(200);
    expect(await sql(server, "SELECT FROM deleted_links WHERE link_id = $1", [id])).toEqual([]);
    await eventually(async () => expect(await traces(id)).toEqual({ clicks: 0, rollups: 0, visitors: 0 }));
  });
});

it("another user's deleted links cannot be seen, restored or deleted permanently", async () => {
  const [owner, other] = [await ownerWith(), await ownerWith()];
  const { id } = await owner.create();
  await owner.remove(id);
  expect(await deletedOf(other)).toEqual([]);
  expect((await other.client.post(`/api/url/${id}/restore`)).status).toBe(404);
  expect((await other.client.delete(`/api/url/${id}/erase`)).status).toBe(404);
  expect(await deletedOf(owner)).toHaveLength(1);
});

describe("at the same moment", () => {
  it("one of several restores succeeds", async () => {
    const owner = await ownerWith();
    const { id } = await owner.create();
    await owner.remove(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.client.post(`/api/url/${id}/restore`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await owner.list()).result).toBe(1);
  });

  it("deleting, restoring and deleting permanently leave the link in one place or in none", async () => {
    const owner = await ownerWith();
    for (let round = 0; round < 10; round++) {
      const { id } = await owner.create();
      const { client } = owner;
      const answers = await Promise.all([
        client.delete(`/api/url/${id}/delete`),
        client.post(`/api/url/${id}/restore`),
        client.delete(`/api/url/${id}/delete`),
        round % 2 === 0 ? client.post(`/api/url/${id}/restore`) : client.delete(`/api/url/${id}/erase`),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      const [places] = await sql<{ links: number; kept: number }>(
        server,
        `SELECT (SELECT count(*)::int FROM links WHERE id = $1) AS links,
           (SELECT count(*)::int FROM deleted_links WHERE link_id = $1) AS kept`,
        [id],
      );
      expect((places?.links ?? 0) + (places?.kept ?? 0)).toBeLessThanOrEqual(1);
      const erased = round % 2 === 1 && answers[3]?.status === 200;
      if (!erased) expect((places?.links ?? 0) + (places?.kept ?? 0)).toBe(1);
    }
  });

  it("restores and new links leave exactly the plan's number", async () => {
    const owner = await ownerWith({ links: 6 });
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await owner.create()).id));
    for (const id of ids) await owner.remove(id);
    await owner.create();
    const answers = await Promise.all([
      ...ids.map((id) => owner.client.post(`/api/url/${id}/restore`)),
      ...ids.map(() => owner.client.post("/api/url/add", { url: "https://example.com/" })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await owner.list()).result).toBe(6);
  });
});
