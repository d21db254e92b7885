import { describe, expect, inject, it } from "vitest";
import { linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

interface Overview {
  data: Record<string, unknown> & { today: { now: number }; toplinks: object[]; days: object[]; failing: object[] };
}

const overviewOf = async ({ client }: Awaited<ReturnType<typeof linkOwner>>, query = "") => {
  const { status, body } = await client.get<Overview>(`/api/overview${query}`);
  expect(status).toBe(200);
  return body.data;
};

describe("GET /api/overview", () => {
  it("shows what happened on all or some of the account's links", async () => {
    const owner = await linkOwner(server);
    const stranger = await linkOwner(server);
    const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
    const link = await owner.create({ campaign, tags: ["Poster"] });
    await owner.create();
    await visit(link.shorturl);
    await eventually(async () => expect((await overviewOf(owner)).today.now).toBe(1));
    const { days, ...overview } = await overviewOf(owner);
    expect(days).toHaveLength(30);
    expect(overview).toMatchObject({
      links: 2,
      counted: null,
      today: { now: 1, before: 0 },
      clicks: { now: 1, before: 0 },
      visitors: { now: 1, before: 0 },
      newlinks: { now: 2, before: 0 },
      toplinks: [
        { id: link.id, shorturl: link.shorturl, longurl: "https://example.com/", title: expect.any(String), clicks: 1 },
      ],
      referrers: [{ referrer: "Direct", clicks: 1 }],
      failing: [],
    });
    for (const query of [`?campaign=${campaign}`, "?tag=poster"])
      expect((await overviewOf(owner, query)).links).toBe(1);
    expect((await overviewOf(owner, "?tag=none")).links).toBe(0);
    expect(await overviewOf(stranger, `?campaign=${campaign}`)).toMatchObject({ links: 0, toplinks: [] });
  });

  it("lists links whose destinations fail", async () => {
    const owner = await linkOwner(server);
    const { id, shorturl } = await owner.create();
    await sql(
      server,
      `INSERT INTO destination_checks (link_id, user_id, destination, failures, status, failing_since, check_at)
       SELECT id, user_id, destination, 2, 404, '2026-11-01 12:00:00Z', now() FROM links WHERE id = $1`,
      [id],
    );
    expect((await overviewOf(owner)).failing).toEqual([
      {
        id,
        shorturl,
        longurl: "https://example.com/",
        title: expect.any(String),
        status: 404,
        since: "2026-11-01 12:00:00",
      },
    ]);
  });

  it("matches each of these links, by its ID and by its short URL", async () => {
    const owner = await linkOwner(server);
    const { id, shorturl } = await owner.create();
    const details = async (path: string) =>
      (await owner.client.get<{ details: { failing: object | null } }>(path)).body.details;
    expect((await details(`/api/url/${id}`)).failing).toBeNull();
    await sql(
      server,
      `INSERT INTO destination_checks (link_id, user_id, destination, failures, status, failing_since, check_at)
       SELECT id, user_id, destination, 2, NULL, '2026-11-01 12:00:00Z', now() FROM links WHERE id = $1`,
      [id],
    );
    for (const path of [`/api/url/${id}`, `/api/urls?short=${encodeURIComponent(shorturl)}`])
      expect((await details(path)).failing).toEqual({ status: null, since: "2026-11-01 12:00:00" });
  });

  it("rejects an invalid ID, and names it", async () => {
    const { client } = await linkOwner(server);
    for (const name of ["domain", "campaign"])
      expect(await client.get(`/api/overview?${name}=none`)).toMatchObject({
        status: 400,
        body: { errors: [{ path: name }] },
      });
  });
});
