import { Pool } from "undici";
import { describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

interface Campaign {
  id: number;
  rotator: string;
}

/** A campaign with a rotator and links with the destinations `https://example.com/<n>`. */
async function rotating(links: Record<string, unknown>[]) {
  const owner = await linkOwner(server);
  const campaign = await ok(owner.client.post<Campaign>("/api/campaign/add", { slug: `r-${owner.user.id}` }));
  const made: { id: number; shorturl: string }[] = [];
  for (const [index, link] of links.entries()) {
    made.push(await owner.create({ url: `https://example.com/${index}`, campaign: campaign.id, ...link }));
  }
  return { owner, campaign, links: made };
}

/** The headers of visitor number `n`; each counts as another visitor. */
const visitor = (n: number) => ({ "user-agent": `${agents.windows} Visitor/${n}` });

async function destinations(rotator: string, visitors: number): Promise<Set<string | null>> {
  const found = new Set<string | null>();
  for (let n = 0; n < visitors; n++) found.add((await visit(rotator, { headers: visitor(n) })).location);
  return found;
}

const destination = (index: number) => `https://example.com/${index}`;

describe("a rotator", () => {
  it("divides 20,000 visitors, 50 at a time, by the weights (chi-square), and keeps each on one link", async () => {
    const weights = [1, 2, 3, 4];
    const { owner, campaign, links } = await rotating([{}, {}, {}, {}]);
    for (const [index, weight] of weights.entries()) {
      await ok(owner.client.post(`/api/campaign/${campaign.id}/assign/${links[index]?.id}`, { weight }));
    }
    const pool = new Pool(server.url, { connections: 50 });
    const { pathname: path } = new URL(campaign.rotator);
    const locationFor = async (n: number) => {
      const { headers, body } = await pool.request({ method: "GET", path, headers: visitor(n) });
      await body.dump();
      return String(headers.location);
    };
    const total = 20_000;
    const chosen = await Promise.all(Array.from({ length: total }, (_, n) => locationFor(n)));
    const again = await Promise.all(Array.from({ length: 200 }, (_, n) => locationFor(n)));
    await pool.close();

    const counts = weights.map((_, index) => chosen.filter((location) => location === destination(index)).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(total);
    const chiSquare = counts.reduce((sum, count, index) => {
      const expected = (total * (weights[index] ?? 0)) / 10;
      return sum + (count - expected) ** 2 / expected;
    }, 0);
    // The 99.9th percentile with 3 degrees of freedom.
    expect(chiSquare, `counts ${counts}`).toBeLessThan(16.27);
    expect(again).toEqual(chosen.slice(0, 200));

    // Each visit counts for its link and for the campaign.
    await eventually(async () => {
      const [{ clicks } = {}] = await sql<{ clicks: number }>(
        server,
        `SELECT clicks::int FROM click_rollups
          WHERE subject = 'campaign' AND subject_id = $1 AND day = '1970-01-01' AND NOT robot`,
        [campaign.id],
      );
      expect(clicks).toBe(total + 200);
    }, 180_000);
    const { urls } = await owner.list();
    expect(urls.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(total + 200);
  });

  it("redirects to the page of a link whose alias is in any script", async () => {
    const { campaign } = await rotating([{ custom: `日本-é-${Date.now()}`, password: "quiet stone" }]);
    const { status, location } = await visit(`${campaign.rotator}?a=%20`);
    expect([status, location]).toEqual([302, expect.stringMatching(/^\/%E6%97%A5%E6%9C%AC-%C3%A9-\d+\?a=%20$/)]);
    expect((await visit(new URL(location ?? "", server.url).href)).body).toContain("This link is password-protected");
  });

  it("leaves out links that do not redirect (private, expired, used up), and includes them again", async () => {
    const { owner, campaign, links } = await rotating([
      {},
      { status: "off" },
      { expiry: "2020-01-01 00:00:00", expiryurl: "https://example.com/ended" },
      { clicklimit: 3 },
    ]);
    const found = await destinations(campaign.rotator, 40);
    expect(found).toEqual(new Set([destination(0), destination(3)]));
    const [{ used } = {}] = await sql<{ used: number }>(
      server,
      "SELECT click_limit_used AS used FROM links WHERE id = $1",
      [links[3]?.id],
    );
    expect(used).toBe(3);
    expect(await destinations(campaign.rotator, 40)).toEqual(new Set([destination(0)]));
    await owner.update(links[1]?.id ?? 0, { status: "public" });
    expect(await destinations(campaign.rotator, 40)).toEqual(new Set([destination(0), destination(1)]));
  });

  it("sends a link with a click limit exactly that many visitors, however many come at once", async () => {
    const { campaign } = await rotating([{}, { clicklimit: 5, campaignweight: 1000 }]);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => visit(campaign.rotator, { headers: visitor(n) })),
    );
    expect(answers.filter(({ location }) => location === destination(1))).toHaveLength(5);
    expect(answers.filter(({ location }) => location === destination(0))).toHaveLength(55);
  });

  it("applies changes at once: another weight, another slug, links that are added and removed", async () => {
    const { owner, campaign, links } = await rotating([{}, {}]);
    const [first, second] = links.map(({ id }) => id) as [number, number];
    expect((await destinations(campaign.rotator, 30)).size).toBe(2);
    await owner.update(first, { campaignweight: 1000 });
    const shares = await Promise.all(
      Array.from({ length: 30 }, (_, n) => visit(campaign.rotator, { headers: visitor(n) })),
    );
    expect(shares.filter(({ location }) => location === destination(0)).length).toBeGreaterThan(25);
    await owner.update(first, { campaign: null });
    expect(await destinations(campaign.rotator, 10)).toEqual(new Set([destination(1)]));
    await owner.remove(second);
    expect((await visit(campaign.rotator)).status).toBe(404);
    await owner.create({ url: destination(2), campaign: campaign.id });
    expect(await destinations(campaign.rotator, 5)).toEqual(new Set([destination(2)]));
    const slug = `new-${owner.user.id}`;
    await ok(owner.client.put(`/api/campaign/${campaign.id}/update`, { name: "Renamed", slug }));
    expect((await visit(campaign.rotator)).status).toBe(404);
    expect((await visit(`${server.url}/r/${slug.toUpperCase()}`)).location).toBe(destination(2));
    await ok(owner.client.delete(`/api/campaign/${campaign.id}/delete`));
    expect((await visit(`${server.url}/r/${slug}`)).status).toBe(404);
  });

  it("applies the chosen link's own rules and status", async () => {
    const target = { device: "iphone", link: "https://example.com/iphone" };
    const { campaign } = await rotating([
      { redirect: 307, devicetarget: [target], parameters: [{ name: "a", value: "b" }] },
    ]);
    const answer = await visit(campaign.rotator, { headers: { "user-agent": agents.iphone } });
    expect([answer.status, answer.location]).toEqual([307, `${target.link}?a=b`]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await visit(campaign.rotator)).location).toBe(`${destination(0)}?a=b`);
  });

  it("redirects to a link with a password at that link's own address, and counts it there, once", async () => {
    const { owner, campaign, links } = await rotating([{ password: "secret" }]);
    const answer = await visit(`${campaign.rotator}?from=poster`);
    const { pathname } = new URL(links[0]?.shorturl ?? "");
    expect([answer.status, answer.location]).toEqual([302, `${pathname}?from=poster`]);
    await visit(`${server.url}${answer.location}`);
    await eventually(async () => expect((await owner.show(links[0]?.id ?? 0)).details.clicks).toBe(1));
    const rows = await sql(server, "SELECT link_id, campaign_id FROM clicks WHERE campaign_id = $1", [campaign.id]);
    expect(rows).toEqual([{ link_id: links[0]?.id, campaign_id: campaign.id }]);
  });

  it("does not spend a one-time link on a preview", async () => {
    const { campaign, links } = await rotating([{ clicklimit: 1, metatitle: "Once" }]);
    const preview = await visit(campaign.rotator, { headers: { "user-agent": agents.slack } });
    expect(preview.location).toBe(new URL(links[0]?.shorturl ?? "").pathname);
    expect((await visit(campaign.rotator)).location).toBe(destination(0));
    expect((await visit(campaign.rotator, { headers: visitor(1) })).status).toBe(404);
  });
});

it("answers unknown rotators like any other unknown address", async () => {
  const unknown = await visit(`${server.url}/there-is-no-such-link`);
  for (const path of ["/r/nobody", "/r/", "/r/a/b", "/r/%", "/r/%FF", "/r/a%2Fb"]) {
    const { status, body } = await visit(server.url + path);
    expect([path, status, plain(body)]).toEqual([path, 404, plain(unknown.body)]);
  }
  const { campaign } = await rotating([{}]);
  const { status, headers } = await visit(campaign.rotator, { method: "POST" });
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

/** Removes what differs in each answer. */
const plain = (body: string) => body.replace(/nonce="[^"]+"/g, "");

describe("the weight of a link in its campaign", () => {
  it("is 1, is set on assignment or with the link, stays when the link moves, and is shown with the link", async () => {
    const { owner, campaign, links } = await rotating([{}]);
    const [{ id } = { id: 0 }] = links;
    const weight = async (from: LinkOwner) => (await from.show(id)).details.campaignweight;
    const assign = (body?: object) => owner.client.post(`/api/campaign/${campaign.id}/assign/${id}`, body);
    expect(await weight(owner)).toBe(1);
    expect((await assign({ weight: "5" })).status).toBe(200);
    expect(await weight(owner)).toBe(5);
    for (const body of [undefined, {}, { weight: null }, { weight: "" }]) {
      expect([body, (await assign(body)).status]).toEqual([body, 200]);
      expect(await weight(owner)).toBe(5);
    }
    await owner.update(id, { campaignweight: 7 });
    expect(await weight(owner)).toBe(7);
    for (const wrong of [0, -1, 1001, 1.5, "many", {}]) {
      const answer = await assign({ weight: wrong });
      expect([wrong, answer.status, (answer.body as { errors?: { path: string }[] }).errors?.[0]?.path]).toEqual([
        wrong,
        400,
        "weight",
      ]);
    }
    expect(await weight(owner)).toBe(7);
  });
});
