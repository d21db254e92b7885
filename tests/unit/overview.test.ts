import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { clickLine, storeLines } from "../support/stored-clicks";

await startDatabase();
const { readOverview: overviewOf } = await import("@/lib/resources/overview/service");
const { findAttention: attentionOf } = await import("@/lib/resources/overview/attention");
const { fileReport } = await import("@/lib/resources/reports/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { createUser } = await import("@/lib/resources/users/service");
const { findActor } = await import("@/lib/auth/actor");
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function newActor(username: string, admin = false) {
  const input = { username, email: `${username}@example.com`, password: "quiet river stone", admin };
  return findActor((await createUser(input)).user.id);
}
const ada = await newActor("ada");
const eve = await newActor("eve");

const newLink = (actor: typeof ada, body: object = {}) =>
  createLink(actor, createLinkBody.parse({ url: "https://example.com/", ...body }));

const client = new pg.Client({ connectionString: env.DATABASE_URL });
beforeAll(() => client.connect());
afterAll(() => client.end());

const spring = await db.campaign.create({ data: { userId: ada.userId, name: "Spring" } });
const first = await newLink(ada, { campaign: spring.id, tags: ["Poster"] });
const second = await newLink(ada);
const foreign = await newLink(eve);
const now = Date.now();
const midnight = Math.floor(now / DAY) * DAY;

beforeAll(() =>
  storeLines(client, [
    clickLine({ linkId: first.id }, { at: midnight + 1 }),
    clickLine({ linkId: first.id }, { at: midnight - DAY + 1 }),
    // Later yesterday than it is today, unless today is nearly over.
    clickLine({ linkId: first.id }, { at: midnight - 1 }),
    clickLine({ linkId: second.id }, { at: midnight - 2 * DAY, referrer: "https://a.example/" }),
    clickLine({ linkId: second.id }, { at: midnight - 40 * DAY }),
    clickLine({ linkId: foreign.id }, { at: midnight + 1 }),
  ]),
);

describe("the overview", () => {
  it("shows clicks on all links of an account, and of no other", async () => {
    const overview = await overviewOf(ada, {});
    expect(overview).toMatchObject({
      links: 2,
      counted: null,
      today: { now: 1, before: 1 },
      clicks: { now: 4, before: 1 },
      newLinks: { now: 2, before: 0 },
      referrers: [
        { value: "Direct", clicks: 3 },
        { value: "a.example", clicks: 1 },
      ],
    });
    expect(overview.top.map(({ link, clicks }) => [link.id, clicks])).toEqual([
      [first.id, 3],
      [second.id, 1],
    ]);
    expect(overview.days).toHaveLength(30);
    expect(overview.days.at(-1)).toMatchObject({ clicks: 1 });
    expect(overview.watched.sort()).toEqual([first.id, second.id].sort());
  });

  it("uses days of the account's time zone, and compares today with the same part of yesterday", async () => {
    const at = Date.parse("2026-11-20T20:00:00Z");
    const links = { far: await newActor("far"), west: await newActor("west") };
    const seen = async (actor: typeof ada, timeZone: string) => {
      const link = await newLink(actor);
      await pool.query("UPDATE links SET created_at = '2026-10-22T10:59:00Z' WHERE id = $1", [link.id]);
      const moments = ["20T19:00", "20T11:00", "20T10:00", "20T08:30", "19T20:30", "19T19:59", "19T11:00", "19T08:00"];
      await storeLines(
        client,
        moments.map((moment) => clickLine({ linkId: link.id }, { at: Date.parse(`2026-11-${moment}:00Z`) })),
      );
      return overviewOf({ ...actor, timeZone, unlimited: true }, {}, at);
    };
    // There it is 9:00 on the 21st: 11:00 and 19:00 are today; 11:00 and 19:59 of the day before are within its first
    // hours.
    const far = await seen(links.far, "Pacific/Auckland");
    expect(far).toMatchObject({
      period: { from: "2026-10-23", to: "2026-11-21" },
      zone: "Pacific/Auckland",
      utcBefore: null,
      today: { now: 2, before: 2, until: Date.parse("2026-11-19T20:00:00Z") },
      clicks: { now: 8, before: 0 },
      // Created a minute before October 23 began.
      newLinks: { now: 0, before: 1 },
    });
    expect(far.days.slice(-3).map(({ clicks }) => clicks)).toEqual([1, 5, 2]);
    // There it is noon on the 20th: 8:30 and later are today; 8:00, 11:00 and 19:59 of the day before are within its
    // first hours.
    const west = await seen(links.west, "America/Los_Angeles");
    expect(west).toMatchObject({
      period: { from: "2026-10-22", to: "2026-11-20" },
      today: { now: 4, before: 3 },
      newLinks: { now: 1, before: 0 },
    });
    expect(west.days.slice(-2).map(({ clicks }) => clicks)).toEqual([4, 4]);
  });

  it("compares the last of its days up to the same time of day", async () => {
    const actor = await newActor("tess");
    const link = await newLink(actor);
    const at = Date.parse("2026-11-20T12:00:00Z");
    // The period begins on October 22, so November 20 is compared with October 21.
    await storeLines(
      client,
      ["11-20T11:00", "10-21T11:00", "10-21T13:00", "10-20T13:00"].map((moment) =>
        clickLine({ linkId: link.id }, { at: Date.parse(`2026-${moment}:00Z`) }),
      ),
    );
    for (const timeZone of ["UTC", "Africa/Abidjan"]) {
      const { clicks, days } = await overviewOf({ ...actor, timeZone, unlimited: true }, {}, at);
      expect([timeZone, clicks]).toEqual([timeZone, { now: 1, before: 2 }]);
      expect(days.slice(-2).map(({ before }) => before)).toEqual([1, 1]);
    }
  });

  it("compares a day of 25 hours with the same time of the day before", async () => {
    const actor = await newActor("berlin");
    const link = await newLink(actor);
    // In Berlin, October 25 begins at 22:00 UTC, and at 12:30 UTC it has lasted for 14:30 hours.
    await storeLines(
      client,
      ["24T21:59", "24T12:29", "24T12:31", "23T22:00", "24T22:00", "25T12:00"].map((moment) =>
        clickLine({ linkId: link.id }, { at: Date.parse(`2026-10-${moment}:00Z`) }),
      ),
    );
    const now = Date.parse("2026-10-25T12:30:00Z");
    const { today } = await overviewOf({ ...actor, timeZone: "Europe/Berlin", unlimited: true }, {}, now);
    expect(today).toEqual({ now: 2, before: 2, until: Date.parse("2026-10-24T12:30:00Z") });
  });

  it("says from when its days are not UTC days, if clicks are kept for a shorter time", async () => {
    const actor = await newActor("brief");
    await newLink(actor);
    const plan = { ...actor.plan, limits: { ...(actor.plan.limits as object), retention: 10 } };
    const overview = await overviewOf({ ...actor, plan, timeZone: "Asia/Tokyo" }, {});
    // In Tokyo, days that end ten days ago began earlier.
    expect(overview.utcBefore).toBe(new Date(midnight - 9 * DAY).toISOString().slice(0, 10));
  });

  it("compares today with nothing if a part of yesterday is no longer kept", async () => {
    const actor = await newActor("briefest");
    const link = await newLink(actor);
    await storeLines(client, [clickLine({ linkId: link.id }, { at: midnight - DAY + 1 })]);
    const plan = { ...actor.plan, limits: { ...(actor.plan.limits as object), retention: 1 } };
    const noon = midnight + 12 * HOUR;
    // At midnight UTC, the day is one hour old.
    const { today } = await overviewOf({ ...actor, plan, timeZone: "Etc/GMT-1" }, {}, noon);
    expect(today.before).toBeNull();
    const utc = await overviewOf({ ...actor, plan }, {}, noon);
    expect(utc.today.before).toBe(1);
  });

  it("can be filtered by campaign, tag or domain", async () => {
    for (const scope of [{ campaign: spring.id }, { tag: " poster " }])
      expect(await overviewOf(ada, scope)).toMatchObject({ links: 1, clicks: { now: 3, before: 0 } });
    const { domainId } = await db.link.findUniqueOrThrow({ where: { id: first.id } });
    expect(await overviewOf(ada, { domain: domainId })).toMatchObject({ links: 2, clicks: { now: 4 } });
    expect(await overviewOf(eve, { campaign: spring.id })).toMatchObject({ links: 0, clicks: { now: 0 } });
  });

  it("includes archived links", async () => {
    await db.link.update({ where: { id: second.id }, data: { archived: true } });
    expect(await overviewOf(ada, {})).toMatchObject({ links: 1, clicks: { now: 4 } });
    await db.link.update({ where: { id: second.id }, data: { archived: false } });
  });

  it("says how many links it counts if there are too many, and is cached for a moment", async () => {
    const many = await newActor("many");
    const { domainId } = first;
    await pool.query(
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
       SELECT $1, $2, 'many-' || n, 'many-' || n, 'https://example.com/' FROM generate_series(1, 3000) AS n`,
      [many.userId, domainId],
    );
    expect(await overviewOf(many, {})).toMatchObject({
      links: 3_000,
      counted: null,
      newLinks: { now: 3_000, before: 0 },
    });
    await pool.query("UPDATE link_counts SET clicks = 1 WHERE user_id = $1", [many.userId]);
    const overview = await overviewOf(many, { domain: domainId });
    expect(overview.counted).toBe(2_000);
    expect(await overviewOf(many, { domain: domainId }), "the very same").toBe(overview);
  });
});

describe("the list of problems", () => {
  it("is empty if everything works", async () => {
    expect(await attentionOf(eve)).toEqual({ failing: [], domains: [], limits: [], reports: 0 });
  });

  it("shows failing destinations, wrong domains and limits that are near, each to its owner", async () => {
    await pool.query(
      `INSERT INTO destination_checks (link_id, user_id, destination, failures, status, failing_since, check_at)
       SELECT id, user_id, destination, 2, 404, now(), now() FROM links WHERE id = $1`,
      [first.id],
    );
    for (const [host, status, failingSince] of [
      ["stray.example", "active", new Date()],
      ["away.example", "suspended", new Date()],
      ["new.example", "pending", null],
      ["fine.example", "active", null],
    ] as const)
      await db.domain.create({ data: { userId: ada.userId, host, status, failingSince } });
    const { failing, domains, limits, reports } = await attentionOf(ada);
    expect(failing).toMatchObject([{ status: 404, link: { id: first.id } }]);
    expect(domains).toMatchObject([
      { host: "stray.example", suspended: false },
      { host: "away.example", suspended: true },
    ]);
    // The free plan allows one.
    expect(limits).toEqual([{ name: "domains", used: 4, limit: 1 }]);
    expect(reports).toBe(0);
    expect((await attentionOf(eve)).domains).toEqual([]);
  });

  it("shows reported links to administrators", async () => {
    for (const id of [first.id, first.id, foreign.id]) await fileReport(id, { reason: "spam", message: "" });
    expect((await attentionOf(await newActor("root-of-all", true))).reports).toBe(2);
    expect((await attentionOf(ada)).reports).toBe(0);
  });
});
