import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BURST_ALIKE, BURST_CLICKS } from "@/lib/clicks/classify/bursts";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import type { Visit } from "@/lib/clicks/classify/visit";
import { openClickStore } from "@/lib/clicks/drain/store";
import type { RuleName } from "@/lib/clicks/maintenance/rule-dry-run";
import { tryRules } from "@/lib/clicks/maintenance/try-rules";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

const AT = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
const BURST = 200;

let database: ClickDatabase;

const line = (subjects: ClickSubjects, visit: Partial<Visit> = {}) =>
  clickLine(subjects, { at: AT + 1_000, address: "9.9.9.9", ...visit });

beforeAll(async () => {
  provide({ APP_SECRET: "a secret of the tests, which is long enough" });
  database = await startClickDatabase(3);
  const lines = [
    ...Array.from({ length: BURST }, (_, place) => line({ linkId: 1 }, { at: AT + place * 250, address: "8.8.8.8" })),
    ...Array.from({ length: 100 }, (_, place) =>
      line({ linkId: 2 }, { at: AT - 300_000 + place * 500, address: "7.7.7.7" }),
    ),
    line({ linkId: 1 }, { userAgent: "Twitterbot/1.0" }),
    line({ linkId: 2 }, { referrer: "https://semalt.com/" }),
    line({ linkId: 2 }, { headers: 8, address: "20.1.1.1", userAgent: agents.mac, at: AT + 2_000 }),
    line({ linkId: 2 }, { userAgent: agents.mac, at: AT + 4_000 }),
    line({ linkId: 3 }, { address: "10.0.0.1" }),
  ];
  await storeLines(database.client, lines);
});
afterAll(() => database.stop(), 60_000);

const tried = (without: RuleName[] = [], limits = {}, most = 1_000) =>
  tryRules(database.client, most, { clicks: BURST_CLICKS, alike: BURST_ALIKE, without: new Set(without), ...limits });
const changesOf = async (...of: Parameters<typeof tried>) =>
  Object.fromEntries((await tried(...of)).changes.map(({ from, to, clicks }) => [`${from} ${to}`, clicks]));

describe("past clicks would be classified", () => {
  test("by the current rules, before and after a minute is judged", async () => {
    expect(await tried()).toMatchObject({
      ruleset: 4,
      clicks: BURST + 105,
      changed: BURST + 1,
      classes: [
        { class: "burst", now: 0, would: BURST },
        { class: "people", now: BURST + 102, would: 101 },
        { class: "preview", now: 1, would: 1 },
        { class: "scanner", now: 1, would: 2 },
        { class: "spam", now: 1, would: 1 },
      ],
      links: [
        { id: 1, url: "example.com/1", clicks: BURST },
        { id: 2, url: "example.com/2", clicks: 1 },
      ],
      unknown: { people: BURST + 102, withoutNetwork: 1, crowdedMinutes: 0 },
    });
    await database.query("update click_minutes set noted_at = noted_at - interval '1 hour'");
    const store = await openClickStore(database.client);
    while (await store.judge());
    expect(await tried()).toMatchObject({ clicks: BURST + 105, changed: 0, changes: [], links: [] });
  });

  test("without a rule, or with other limits", async () => {
    expect(await changesOf(["burst"])).toEqual({ "burst null": BURST });
    expect(await changesOf(["twice", "referrer"])).toEqual({ "twice null": 1, "referrer:semalt.com null": 1 });
    // Clicks that were recognized by headers no longer show who came twice.
    expect(await changesOf(["agent", "headers"])).toEqual({
      "agent:Twitterbot null": 1,
      "headers null": 1,
      "twice null": 1,
    });
    expect(await changesOf([], { clicks: 100 })).toEqual({ "null burst": 100 });
    expect(await changesOf([], { clicks: BURST + 1 })).toEqual({ "burst null": BURST });
  });

  test("only for the newest, and without any change", async () => {
    expect(await tried([], {}, 50)).toMatchObject({ clicks: 50 });
    const classes = await database.query("select count(*)::int as clicks from clicks where class = 'burst'");
    expect(classes).toEqual([{ clicks: BURST }]);
    if (inClickHouse()) return;
    const read = "begin transaction read only";
    await database.client.query(read);
    expect(await tried(["burst"])).toMatchObject({ changed: BURST });
    await database.client.query("commit");
  });
});
