import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { BatchSize, DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, keepClicksInClickHouse, startClickDatabase } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

describe.skipIf(!clickHouseServer)("clicks in ClickHouse", () => {
  let database: ClickDatabase;
  let directory: string;
  let clickhouse: ReturnType<typeof import("@/lib/clicks/clickhouse/client").clickhouse>;

  beforeAll(async () => {
    keepClicksInClickHouse();
    database = await startClickDatabase(10);
    provide({ APP_SECRET: "a secret of the tests, which is long enough" });
    clickhouse = (await import("@/lib/clicks/clickhouse/client")).clickhouse();
  });
  afterAll(() => database.stop());

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "signpost-clickhouse-"));
    await database.reset();
    return () => rmSync(directory, { recursive: true });
  });

  const visits = (days: string[], linkId: number) =>
    days.map((day) => {
      const visit = describeVisit({ method: "GET", headers: { "user-agent": FIREFOX } }, "8.8.8.8");
      return formatLine({ ...visit, at: Date.parse(day) }, { linkId, campaignId: 1 });
    });
  const months = ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"];

  async function drain(): Promise<void> {
    const journals = new DirectoryDrain(await openClickStore(database.client), directory, () => {});
    while (await journals.pass());
  }

  const counted = async () => ({
    rows: (await database.query("select link_id from clicks")).length,
    days: (await database.query("select sum(clicks)::int from click_rollups where day > '1970-01-01'"))[0]?.sum,
    total: await database.query(
      `select subject::text, subject_id, clicks, "unique" from click_rollups where day = '1970-01-01' order by 1, 2`,
    ),
    links: await database.query(
      "select link_id as id, clicks, unique_clicks from link_counts where clicks > 0 order by 1",
    ),
  });

  /** Makes the nth statement that reaches ClickHouse fail, before it runs or with its answer. */
  function failAt(nth: number, when: "before" | "after") {
    const state = { reached: false, statements: 0 };
    for (const name of ["command", "insert"] as const) {
      const original = clickhouse[name].bind(clickhouse) as (params: unknown) => Promise<never>;
      vi.spyOn(clickhouse, name).mockImplementation(async (params: unknown) => {
        state.statements += 1;
        if (state.statements !== nth) return original(params);
        state.reached = true;
        if (when === "after") await original(params);
        throw new Error("the connection broke");
      });
    }
    return state;
  }

  test.each(["before", "after"] as const)(
    "each click counts once at whatever failing statement (%s it runs), with others recorded meanwhile",
    async (when) => {
      for (let nth = 1; ; nth++) {
        await database.reset();
        const file = join(directory, `${when}-${nth}.open`);
        writeFileSync(file, visits(months, 1).join(""));
        const state = failAt(nth, when);
        await drain().catch(() => {});
        vi.restoreAllMocks();
        writeFileSync(file, [...visits(months, 1), ...visits(["2026-11-02"], 2)].join(""));
        await drain();
        expect({ nth, ...(await counted()) }).toEqual({
          nth,
          rows: 5,
          days: 10,
          total: [
            { subject: "campaign", subject_id: 1, clicks: 5, unique: 1 },
            { subject: "link", subject_id: 1, clicks: 4, unique: 1 },
            { subject: "link", subject_id: 2, clicks: 1, unique: 1 },
          ],
          links: [
            { id: 1, clicks: 4, unique_clicks: 1 },
            { id: 2, clicks: 1, unique_clicks: 1 },
          ],
        });
        rmSync(file);
        if (!state.reached) break;
        expect(nth).toBeLessThan(20);
      }
    },
  );

  test("a block that is sent repeatedly counts once", async () => {
    writeFileSync(join(directory, "again.open"), visits(months, 1).join(""));
    for (let time = 0; time < 3; time++) await drain();
    expect(await counted()).toMatchObject({ rows: 4, days: 8, links: [{ id: 1, clicks: 4, unique_clicks: 1 }] });
  });

  test("a block that is sent again while visitors have priority is read completely", async () => {
    // Creates the tables before anything fails.
    writeFileSync(join(directory, "small.closed"), visits(months, 2).join(""));
    await drain();
    writeFileSync(join(directory, "large.closed"), visits(months, 1).join("").repeat(2_500));
    failAt(1, "before");
    await expect(drain()).rejects.toThrow("the connection broke");
    vi.restoreAllMocks();
    const blocks = "select length(subjects) as clicks from click_blocks";
    expect(await database.query(blocks)).toEqual([{ clicks: 10_000 }]);
    const store = await openClickStore(database.client);
    const size = new BatchSize();
    size.givesWay = () => true;
    const journals = new DirectoryDrain(store, directory, () => {}, size);
    while (await journals.pass());
    expect(await counted()).toMatchObject({ rows: 10_004, days: 20_008 });
  });

  test("deleting a link before its block is sent again does not affect other links", async () => {
    writeFileSync(join(directory, "deleted.open"), [...visits(months, 3), ...visits(months, 4)].join(""));
    const state = failAt(1, "before");
    await drain().catch(() => {});
    expect(state.reached).toBe(true);
    vi.restoreAllMocks();
    await database.client.query("delete from links where id = 3");
    await drain();
    expect((await counted()).links).toEqual([{ id: 4, clicks: 4, unique_clicks: 1 }]);
    expect((await counted()).total).toContainEqual({ subject: "campaign", subject_id: 1, clicks: 8, unique: 1 });
  });

  test("the journal stays until ClickHouse has acknowledged it", async () => {
    writeFileSync(join(directory, "kept.closed"), visits(months, 1).join(""));
    failAt(3, "before");
    await expect(drain()).rejects.toThrow("the connection broke");
    expect(readdirSync(directory)).toEqual(["kept.closed"]);
    vi.restoreAllMocks();
    await drain();
    expect(readdirSync(directory)).toEqual([]);
    expect(await database.query("select from click_blocks")).toEqual([]);
  });

  test("texts arrive unchanged, and cannot end a statement", async () => {
    const name = "o'clock\\' or 1=1 --";
    writeFileSync(join(directory, `${name}.closed`), visits(months, 1).join(""));
    await drain();
    expect(await counted()).toMatchObject({ rows: 4 });
  });
});
