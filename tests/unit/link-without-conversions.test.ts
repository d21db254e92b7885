import { expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { linkWithStatistics } = await import("@/lib/resources/links/statistics/link-statistics");

it("reads no conversions of a link that has none", async () => {
  const actor = await proActor();
  const { id } = await createLink(actor, { url: "https://example.com/" });
  const query = vi.spyOn(pool, "query");
  const reads = () =>
    query.mock.calls.filter(([one]) => JSON.stringify(one).includes("FROM counted_conversions")).length;
  const none = { count: 0, rate: 0, events: {}, revenue: {} };
  expect((await linkWithStatistics(actor, id)).statistics.conversions).toEqual(none);
  expect(reads()).toBe(0);
  const given = [{ link: id, click: "1", event: "sale", source: "api", at: new Date() }];
  await pool.query("SELECT add_conversions($1, 20, 100)", [JSON.stringify(given)]);
  expect((await linkWithStatistics(actor, id)).statistics.conversions).toMatchObject({ count: 1, events: { sale: 1 } });
  expect(reads()).toBe(1);
});
