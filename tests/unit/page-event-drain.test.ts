import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newClickId } from "@/lib/clicks/classify/click-id";
import { identifyVisitor } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatPageEvent, type PageEvent } from "@/lib/clicks/journal/line";
import { provide } from "@/lib/platform/env";
import { breakAt } from "../support/break-at";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { clickLine } from "../support/stored-clicks";
import { agents } from "../support/visit";

const NOON = Date.UTC(2026, 10, 21, 12);

let database: ClickDatabase;
let directory: string;
let overlay: number;

beforeAll(async () => {
  database = await startClickDatabase(3);
  process.env.DATABASE_URL = database.url;
  provide({ APP_SECRET: "a secret of the tests, which is long enough" });
});
afterAll(() => database.stop(), 60_000);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "signpost-told-"));
  await database.reset();
  await database.client.query("delete from overlays");
  const { rows } = await database.client.query(
    "insert into overlays (user_id, type, name, content) values (1, 'message', 'Hello', '{}') returning id",
  );
  overlay = rows[0].id;
  return () => rmSync(directory, { recursive: true });
});

const write = (name: string, ...lines: string[]) => writeFileSync(join(directory, name), lines.join(""));
const shown = (counts: "impressions" | "responses" = "impressions", overlayId = overlay): string =>
  formatPageEvent({ kind: "overlay", overlayId, counts });
const conversion = (more: Partial<Extract<PageEvent, { kind: "conversion" }>> = {}) =>
  formatPageEvent({ kind: "conversion", linkId: 1, visitor: "5", at: NOON, ...more });
const converted = (clickId: string, event: string, worth: object = {}) =>
  formatPageEvent({ kind: "click conversion", clickId, event, at: NOON + 1, ...worth });
const click = () => clickLine({ linkId: 1, rule: "split.0", variant: "url.a" }, { at: NOON, userAgent: agents.mac });

async function drain(client = database.client): Promise<void> {
  const journals = new DirectoryDrain(await openClickStore(client), directory, () => {});
  while (await journals.pass());
}

const counted = async () => ({
  overlays: await database.query("select impressions, responses from overlay_counts"),
  conversions: await database.query("select link_id, visitor, at from link_conversions order by link_id, visitor"),
  sales: await database.query(
    "select count(*)::int as sales from conversions where event = 'sale' having count(*) > 0",
  ),
  clicks: (await database.query("select sum(clicks)::int as clicks from link_counts"))[0]?.clicks,
});

test("page events are stored with the clicks of the same journal, and are not clicks", async () => {
  const later = new Date(NOON + 60_000).getTime();
  write("1.closed", shown(), click(), conversion(), shown("responses"), conversion({ at: later }), shown(), click());
  await drain();
  expect(await counted()).toEqual({
    overlays: [{ impressions: 2, responses: 1 }],
    // The first conversion of each visitor.
    conversions: [{ link_id: 1, visitor: 5, at: new Date(NOON) }],
    clicks: 2,
    sales: [],
  });
  write("2.closed", conversion({ at: NOON - 1 }), conversion({ visitor: "-6" }), shown());
  await drain();
  expect(await counted()).toEqual({
    overlays: [{ impressions: 3, responses: 1 }],
    conversions: [
      { link_id: 1, visitor: -6, at: new Date(NOON) },
      { link_id: 1, visitor: 5, at: new Date(NOON) },
    ],
    clicks: 2,
    sales: [],
  });
});

test("events of deleted items are not stored, and block nothing", async () => {
  write("1.closed", shown("impressions", overlay + 1), conversion({ linkId: 999 }), shown());
  await drain();
  expect(await counted()).toEqual({
    overlays: [{ impressions: 1, responses: 0 }],
    conversions: [],
    clicks: 0,
    sales: [],
  });
  await database.client.query("update overlay_counts set impressions = 2147483647");
  write("2.closed", shown());
  await drain();
  expect((await counted()).overlays).toEqual([{ impressions: 2_147_483_647, responses: 0 }]);
});

test("conversions count for the variants of their visitors", async () => {
  const { conversionsByVariant } = await import("@/lib/clicks/statistics/conversion-figures");
  const visitor = identifyVisitor("8.8.8.8", agents.mac);
  write(
    "1.closed",
    click(),
    conversion({ visitor }),
    conversion({ visitor: "77" }),
    conversion({ visitor, linkId: 2 }),
  );
  await drain();
  expect(await conversionsByVariant(1)).toEqual(new Map([["url.a", 1]]));
  expect(await conversionsByVariant(2)).toEqual(new Map());
  // The same visitors are conversions of the link, if they have come through it.
  const converting = "select link_id, visitor, event, source, user_id, campaign_id, at from conversions";
  const converted = { event: "lead", source: "visitor", user_id: 1, campaign_id: null, at: new Date(NOON) };
  const visited = { link_id: 1, visitor: expect.anything(), ...converted };
  expect(await database.query(converting)).toEqual([visited]);
  write("2.closed", conversion({ visitor, at: NOON + 1 }));
  await drain();
  expect(await database.query(converting)).toEqual([visited]);
});

test("conversions of clicks that pages report are stored once for each event of a click", async () => {
  const clickId = newClickId({ linkId: 1, campaignId: 2, variant: "url.a", at: NOON });
  const worth = { amount: 4_900, currency: "EUR" };
  write("1.closed", converted(clickId, "sale", worth), click(), converted(clickId, "sale"), converted(clickId, "lead"));
  const unknown = converted(newClickId({ linkId: 999, campaignId: null, variant: null, at: NOON }), "sale");
  write("2.closed", converted(clickId, "lead", worth), unknown, converted(`${clickId.slice(0, -9)}AAAAAAAAA`, "sale"));
  await drain();
  const stored = { link_id: 1, campaign_id: 2, variant: "url.a", clicked_at: new Date(NOON), source: "page" };
  expect(
    await database.query(
      `select link_id, campaign_id, variant, clicked_at, source, event, amount, currency, at from conversions order by event desc`,
    ),
  ).toEqual([
    { ...stored, ...worth, event: "sale", at: new Date(NOON + 1) },
    { ...stored, amount: null, currency: null, event: "lead", at: new Date(NOON + 1) },
  ]);
  expect(await database.query("select from quarantined_clicks")).toEqual([]);
});

test.each(["before", "after"] as const)(
  "page events count once, at whatever statement the connection breaks (%s it)",
  async (when) => {
    const sale = converted(newClickId({ linkId: 1, campaignId: null, variant: null, at: NOON }), "sale");
    for (let nth = 1; ; nth++) {
      await database.reset();
      await database.client.query("delete from overlay_counts");
      write(`${when}-${nth}.closed`, shown(), conversion(), click(), sale, shown("responses"));
      const client = await database.connect();
      const state = breakAt(client, nth, when);
      await drain(client).catch(() => {});
      await client.end().catch(() => {});
      await drain();
      expect(await counted(), `statement ${nth}`).toMatchObject({
        overlays: [{ impressions: 1, responses: 1 }],
        conversions: [{ link_id: 1, visitor: 5 }],
        clicks: 1,
        sales: [{ sales: 1 }],
      });
      if (!state.reached) break;
      expect(nth).toBeLessThan(60);
    }
  },
);
