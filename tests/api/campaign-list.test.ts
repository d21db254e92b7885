import { describe, expect, inject, it } from "vitest";
import { linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

async function campaignOf(body: Record<string, unknown>, links: Record<string, unknown>[] = []) {
  const owner = await linkOwner(server);
  const campaign = await ok(owner.client.post<{ id: number; list: string }>("/api/campaign/add", body));
  const made: { id: number; shorturl: string }[] = [];
  for (const link of links) made.push(await owner.create({ campaign: campaign.id, ...link }));
  return { owner, campaign, links: made };
}

const hrefs = (body: string) => [...body.matchAll(/<li><a href="([^"]+)"/g)].map(([, url]) => url);

describe("a campaign's list", () => {
  it("names the campaign, its owner and the links that redirect, the newest first", async () => {
    const { owner, campaign, links } = await campaignOf({ name: "Spring & <b>sale</b>", public: true }, [
      { url: "https://shop.example/deep/page", metatitle: "Half <i>price</i>", metadescription: "Until Sunday" },
      { url: "https://plain.example/x" },
      { status: "off" },
      { status: "private" },
      { expiry: "2020-01-01 00:00:00" },
      { clicklimit: 1 },
    ]);
    await visit(links[5]?.shorturl ?? "");
    const { status, body, headers } = await visit(campaign.list);
    expect(status).toBe(200);
    expect(hrefs(body)).toEqual([links[1]?.shorturl, links[0]?.shorturl]);
    expect(body).toContain("<h1>Spring &amp; &lt;b&gt;sale&lt;/b&gt;</h1>");
    expect(body).toContain('<meta property="og:title" content="Spring &amp; &lt;b&gt;sale&lt;/b&gt;">');
    expect(body).toContain(`Links by ${owner.user.username}`);
    expect(body).toContain("Half &lt;i&gt;price&lt;/i&gt;");
    expect(body).toContain("Until Sunday");
    expect(body).toContain("<strong>plain.example</strong>");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });

  it("counts clicks on it for the link and for the campaign", async () => {
    const { owner, campaign, links } = await campaignOf({ public: true }, [{}]);
    const [url = ""] = hrefs((await visit(campaign.list)).body) as string[];
    await visit(url, { headers: { referer: campaign.list } });
    await eventually(async () => expect((await owner.show(links[0]?.id ?? 0)).details.clicks).toBe(1));
    const rows = await sql(server, "SELECT link_id FROM clicks WHERE campaign_id = $1", [campaign.id]);
    expect(rows).toEqual([{ link_id: links[0]?.id }]);
  });

  it("shows 50 links per page, and a link to older ones", async () => {
    const { owner, campaign } = await campaignOf({ public: true });
    await sql(
      server,
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, campaign_id, title)
        SELECT $1, (SELECT id FROM domains WHERE user_id IS NULL), 'list-' || $2::int || '-' || n, 'list-' || $2::int || '-' || n,
          'https://example.com/', $2::int, repeat('w', 50) FROM generate_series(1, 51) AS n`,
      [owner.user.id, campaign.id],
    );
    const first = (await visit(campaign.list)).body;
    expect([hrefs(first).length, first.includes('href="?page=2"')]).toEqual([50, true]);
    expect(Buffer.byteLength(first)).toBeLessThan(20_000);
    const second = (await visit(`${campaign.list}?page=2`)).body;
    expect(hrefs(second)).toEqual([`${server.url}/list-${campaign.id}-1`]);
    expect(second).not.toContain("?page=3");
  });

  it("of a campaign that is not public is only for its owner", async () => {
    const { owner, campaign } = await campaignOf({ name: "Secret plan" }, [{}]);
    const stranger = await linkOwner(server);
    const unknown = await visit(`${server.url}/u/${owner.user.username}/2147483647`);
    for (const cookie of ["", "signpost=nonsense", await sessionCookie(server, stranger.user.id)]) {
      const { status, body } = await visit(campaign.list, { headers: { cookie } });
      expect([cookie, status, body.includes("Secret plan")]).toEqual([cookie, 404, false]);
      expect(plain(body)).toBe(plain(unknown.body));
    }
    const mine = await visit(campaign.list, {
      headers: { cookie: `a=b; ${await sessionCookie(server, owner.user.id)}; c=d` },
    });
    expect([mine.status, hrefs(mine.body).length]).toEqual([200, 1]);
    expect(mine.body).toContain("Only you can see this page because the campaign is private.");
    expect(mine.body).not.toContain("og:title");
  });

  it("is only under its owner's name, in any case", async () => {
    const { owner, campaign } = await campaignOf({ public: true });
    const other = await linkOwner(server);
    const at = async (path: string) => (await visit(server.url + path)).status;
    expect(await at(`/u/${owner.user.username.toUpperCase()}/${campaign.id}`)).toBe(200);
    for (const path of [
      `/u/${other.user.username}/${campaign.id}`,
      `/u/${owner.user.username}`,
      `/u/${owner.user.username}/x`,
      `/u/${owner.user.username}/${campaign.id}/x`,
      `/u/${owner.user.username}/9999999999`,
      `/u/%FF/${campaign.id}`,
    ]) {
      expect([path, await at(path)]).toEqual([path, 404]);
    }
    await ok(owner.client.delete(`/api/campaign/${campaign.id}/delete`));
    expect(await at(`/u/${owner.user.username}/${campaign.id}`)).toBe(404);
  });
});

/** Removes what differs in each answer. */
const plain = (body: string) => body.replace(/nonce="[^"]+"/g, "");
