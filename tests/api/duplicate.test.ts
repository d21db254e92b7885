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

const duplicate = ({ client }: LinkOwner, id: number, body: object = {}) =>
  client.post<Failure & { id: number; short: string; shorturl: string }>(`/api/url/${id}/duplicate`, body);

describe("a copy", () => {
  it("has all settings, and no clicks", async () => {
    const owner = await ownerWith();
    const campaign = (await owner.made("/api/campaign/add", { name: "Spring", slug: uniqueText("spring") })).id;
    const channel = (await owner.made("/api/channel/add", { name: "Posters" })).id;
    const pixel = (await owner.made("/api/pixel/add", { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" })).id;
    const { id, shorturl } = await owner.create({
      ...{ url: "https://example.com/spring", campaign, channel, pixels: [pixel], campaignweight: 7, redirect: 307 },
      ...{
        password: "open sesame",
        expiry: "2037-01-31 18:00:00",
        clicklimit: 9,
        title: "Spring",
        description: "Note",
      },
      geotarget: [{ location: "FR", link: "https://example.com/fr" }],
      parameters: [{ name: "utm_source", value: "poster" }],
      deeplink: { auto: true, apple: "https://apps.apple.com/app/id1" },
      metatitle: "Sale",
    });
    const unlocked = await visit(shorturl, { method: "POST", body: new URLSearchParams({ password: "open sesame" }) });
    const [cookie = ""] = unlocked.headers.get("set-cookie")?.split(";") ?? [];
    await visit(shorturl, { headers: { cookie } });
    await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(1));
    await owner.update(id, { password: "open sesame" });
    await sql(server, "UPDATE links SET click_limit_used = 1 WHERE id = $1", [id]);
    const custom = uniqueText("copy");
    const { status, body } = await duplicate(owner, id, { custom });
    expect(status).toBe(200);
    expect(body).toMatchObject({ error: 0, short: `${server.url}/${custom}`, shorturl: `${server.url}/${custom}` });
    const [original, copy] = [await owner.show(id), await owner.show(body.id)];
    const { date, ...details } = copy.details;
    expect(details).toEqual({
      ...Object.fromEntries(Object.entries(original.details).filter(([name]) => name !== "date")),
      ...{ id: body.id, alias: custom, shorturl: body.shorturl, clicks: 0, uniqueclicks: 0 },
    });
    expect(copy.data.clicks).toBe(0);
    const rows = await sql<{ password_hash: string; click_limit_used: number }>(
      server,
      "SELECT password_hash, click_limit_used FROM links WHERE id = ANY($1) ORDER BY id",
      [[id, body.id]],
    );
    expect(rows.map((row) => row.click_limit_used)).toEqual([1, 0]);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id/);
    expect(rows[1]?.password_hash).toBe(rows[0]?.password_hash);
  });

  it("has a random alias by default, and is not archived", async () => {
    const owner = await ownerWith();
    const { id } = await owner.create({ custom: uniqueText("first") });
    await owner.client.post(`/api/url/${id}/archive`);
    const { body } = await duplicate(owner, id);
    expect(body.shorturl).toMatch(/\/[\da-z]{7}$/);
    expect((await owner.show(body.id)).details.archived).toBe(false);
    expect((await visit(body.shorturl)).location).toBe("https://example.com/");
  });

  it("of a disabled link is disabled", async () => {
    const owner = await ownerWith();
    const { id } = await owner.create();
    await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, 'Phishing')", [id]);
    const { body } = await duplicate(owner, id);
    expect((await visit(body.shorturl)).status).toBe(410);
  });
});

describe("is rejected", () => {
  it("if the link belongs to another user or does not exist", async () => {
    const [owner, other] = [await ownerWith(), await ownerWith()];
    const { id } = await owner.create();
    expect((await duplicate(other, id)).status).toBe(404);
    await owner.remove(id);
    expect((await duplicate(owner, id)).status).toBe(404);
    expect((await owner.list()).result).toBe(0);
  });

  it("if the alias is taken, reserved or invalid", async () => {
    const owner = await ownerWith();
    const custom = uniqueText("mine");
    const { id } = await owner.create({ custom });
    for (const [alias, status, code] of [
      [custom, 409, "alias_taken"],
      ["api", 400, "alias_reserved"],
      ["a b", 400, "alias_characters"],
    ] as const) {
      const { status: given, body } = await duplicate(owner, id, { custom: alias });
      expect([given, body.errors]).toMatchObject([status, [{ path: "custom", code }]]);
    }
    expect((await owner.list()).result).toBe(1);
  });

  it("if the plan has no room, or lacks a feature of the link", async () => {
    const owner = await ownerWith({ links: 1 });
    const { id } = await owner.create({ geotarget: [{ location: "FR", link: "https://example.com/fr" }] });
    expect((await duplicate(owner, id)).body.code).toBe("plan_limit_reached");
    await onNewPlan(server, owner.user, { geo: { enabled: false } });
    expect((await duplicate(owner, id)).body.code).toBe("plan_lacks_feature");
    await onNewPlan(server, owner.user, { custom: { enabled: false } });
    expect((await duplicate(owner, id, { custom: uniqueText("mine") })).body.code).toBe("plan_lacks_feature");
    expect((await duplicate(owner, id)).status).toBe(200);
  });

  it("beyond the plan's number, however many come at once", async () => {
    const owner = await ownerWith({ links: 4 });
    const { id } = await owner.create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => duplicate(owner, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await owner.list()).result).toBe(4);
  });
});
