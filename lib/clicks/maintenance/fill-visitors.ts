import { withClient } from "@/lib/clicks/drain/line-store";
import { fillFromPostgres, fillNewFromPostgres } from "@/lib/clicks/postgres/day-visitors";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";

/**
 * Fills in the visitors of days whose clicks an earlier version stored, month by month, latest first. Adding a visitor
 * twice changes nothing, so an interrupted month can start again.
 */
export async function fillVisitors(): Promise<void> {
  await withClient(async (client) => {
    for (;;) {
      const { rows } = await client.query<{ day: string; due: Date }>(
        `select to_char(day, 'YYYY-MM-DD') as day, due_at as due from visitor_days_due
         where due_at <= now() and date_trunc('month', day) = (
           select date_trunc('month', max(day)) from visitor_days_due where due_at <= now())
         order by day`,
      );
      if (rows.length === 0) return;
      const days = [...new Set(rows.map(({ day }) => day))];
      const { fill, fillNew } = await store();
      await fill(client, days);
      await fillNew(client, days);
      await client.query(
        "delete from visitor_days_due using unnest($1::date[], $2::timestamptz[]) as done (day, due) where visitor_days_due.day = done.day and due_at = due",
        [rows.map(({ day }) => day), rows.map(({ due }) => due)],
      );
      log.info({ from: days[0], to: days.at(-1) }, "counted the visitors of earlier days");
    }
  });
}

async function store() {
  if (!env.CLICKHOUSE_URL) return { fill: fillFromPostgres, fillNew: fillNewFromPostgres };
  const { fillFromClickHouse, fillNewFromClickHouse } = await import("@/lib/clicks/clickhouse/day-visitors");
  return { fill: fillFromClickHouse, fillNew: fillNewFromClickHouse };
}
