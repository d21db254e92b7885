import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";
import { clickLine, storeLines } from "../support/stored-clicks";

await startDatabase();
const { seed } = await import("@/prisma/seed");
await seed();
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { readOverview: overviewOf } = await import("@/lib/resources/overview/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { buildReport: reportOf } = await import("@/lib/clicks/statistics/report");
const { reportTable } = await import("@/lib/clicks/statistics/report-table");
const { allClicks } = await import("@/lib/clicks/statistics/log");
const { presentStatistics } = await import("@/lib/clicks/statistics/presenter");
const { statisticsOf } = await import("@/lib/clicks/statistics/stats");
const { lastDays } = await import("@/lib/clicks/store/period");
const { readSharedFigures: figuresOf } = await import("@/lib/visits/shares/share");

const client = new pg.Client({ connectionString: env.DATABASE_URL });
beforeAll(() => client.connect());
afterAll(() => client.end());

// More than ten hosts: those of a company count even where each of them is small.
const question = { period: lastDays(30), grain: "day", zone: "UTC", robots: false, filters: {} } as const;
const all = { limit: null, retainedFrom: null };

const visits: [host: string, clicks: number][] = [
  ...["a", "b", "c", "d", "e", "f", "g"].map((name): [string, number] => [`${name}.example`, 9]),
  ["l.facebook.com", 8],
  ["m.facebook.com", 7],
  ["mail.google.com", 6],
  ...["de", "fr", "es", "it", "at"].map((country): [string, number] => [`www.google.${country}`, 5]),
];
const sources = [
  { value: "Google", clicks: 25 },
  { value: "Facebook", clicks: 15 },
  ...["a", "b", "c", "d", "e", "f", "g"].map((name) => ({ value: `${name}.example`, clicks: 9 })),
  { value: "Gmail", clicks: 6 },
];

it("shows the same sources on the overview, on a link's page, in its export and on its shared page", async () => {
  const actor = await proActor();
  const { id } = await createLink(actor, { url: "https://example.com/" });
  const now = Date.now();
  await storeLines(
    client,
    visits.flatMap(([host, clicks]) =>
      Array.from({ length: clicks }, () =>
        clickLine({ linkId: id }, { at: now - 60_000, referrer: `https://${host}/` }),
      ),
    ),
  );
  const report = await reportOf("link", id, question, all);
  expect(report.top.sources).toEqual(sources);

  for (const timeZone of ["UTC", "Asia/Tokyo"]) {
    const { userId } = actor;
    await db.user.update({ where: { id: userId }, data: { timeZone } });
    const overview = await overviewOf({ ...actor, timeZone }, {});
    expect(overview.sources).toEqual(sources);
    expect(overview.referrers).toHaveLength(10);
  }

  const shared = await figuresOf(
    { subject: "link", subjectId: id, limit: null } as Parameters<typeof figuresOf>[0],
    30,
  );
  expect(shared.sources.entries).toEqual(sources);

  const rows = [];
  for await (const row of reportTable(report, question)) if (row[0] === "source") rows.push(row);
  expect(rows).toEqual(sources.map(({ value, clicks }) => ["source", value, clicks, null]));
});

it("shows hosts with letters instead of Punycode everywhere, and filters by both", async () => {
  const actor = await proActor();
  const { id } = await createLink(actor, { url: "https://example.com/" });
  const referrers = ["https://Müller.example/", "https://xn--mller-kva.example/", "https://www.müller.example/a"];
  // Latin and Cyrillic letters, which imitate a known name, stay as they are.
  const imitation = "xn--pple-43d.example";
  await storeLines(
    client,
    [...referrers, `https://${imitation}/`].map((referrer, index) =>
      clickLine({ linkId: id }, { at: Date.now() - 60_000 - index, referrer }),
    ),
  );
  const shown = [
    { value: "müller.example", clicks: 3 },
    { value: imitation, clicks: 1 },
  ];
  const report = await reportOf("link", id, question, all);
  expect([report.top.referrers, report.top.sources]).toEqual([shown, shown]);
  expect((await reportOf("link", id, { ...question, whole: "referrer" }, all)).top.referrers).toEqual(shown);
  for (const referrer of ["müller.example", "MÜLLER.example", "xn--mller-kva.example"]) {
    const { clicks, top } = await reportOf("link", id, { ...question, filters: { referrer } }, all);
    expect([referrer, clicks, top.referrers]).toEqual([referrer, 3, shown.slice(0, 1)]);
  }
  expect((await reportOf("link", id, { ...question, filters: { referrer: "äpple.example" } }, all)).clicks).toBe(0);

  const { topReferrers } = presentStatistics(await statisticsOf("link", id, { limit: null }), null);
  expect(topReferrers).toEqual({ "müller.example": "3", [imitation]: "1" });
  const overview = await overviewOf({ ...actor, timeZone: "Asia/Tokyo" }, {});
  for (const list of [overview.sources, overview.referrers]) expect(list).toContainEqual(shown[0]);
  const shared = await figuresOf(
    { subject: "link", subjectId: id, limit: null } as Parameters<typeof figuresOf>[0],
    30,
  );
  expect(shared.sources.others).toBe(4);

  const rows = [];
  for await (const [kind, value] of reportTable(report, question))
    if (kind === "referrer" || kind === "source") rows.push(value);
  expect(rows).toEqual(["müller.example", imitation, "müller.example", imitation]);
  const logged = [];
  for await (const { referrer } of allClicks("link", [id], null)) logged.push(referrer);
  expect(logged.sort()).toEqual(["müller.example", "müller.example", "müller.example", imitation]);
});
