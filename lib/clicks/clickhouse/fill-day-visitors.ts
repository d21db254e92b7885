import type { Client } from "pg";
import { addDayVisitors } from "@/lib/clicks/postgres/day-visitors";
import { quoted, slowRows } from "./client";
import { type DayVisitors, dayVisitorsIn } from "./day-visitors";

/** Number of subjects whose visitors one statement writes. */
const AT_ONCE = 500;

/** Postgres stores the visitors, even if ClickHouse stores the clicks. */
export async function fillFromClickHouse(client: Client, days: string[]): Promise<void> {
  for (const day of days)
    for await (const things of slowRows<DayVisitors>(dayVisitorsIn(day), AT_ONCE)) {
      const rows = things.map(({ kind, id, version, hashes }) => ({ subject: kind, id, variant: version, hashes }));
      await client.query(
        addDayVisitors(
          `select subject::"ClickSubject", id as subject_id, $2::date as day, variant, hash
           from json_to_recordset($1) as thing (subject text, id int, variant text, hashes int[]), unnest(hashes) as hash`,
        ),
        [JSON.stringify(rows), day],
      );
    }
}

/** Fills in the number of new visitors of days whose clicks are no longer kept. */
export async function fillNewFromClickHouse(client: Client, days: string[]): Promise<void> {
  for (const day of days) {
    const counted = slowRows<{ kind: string; id: number; visitors: string }>(
      `select subject as kind, subject_id as id, toString(sum(firsts)) as visitors from click_rollups
       where day = ${quoted(day)} and robot = 0 and dimension = 'total' and subject != 'block'
       group by kind, id having sum(firsts) > 0`,
      AT_ONCE,
    );
    for await (const rows of counted)
      await client.query(
        `insert into click_day_visitors (subject, subject_id, day, variant, visitors, new_only)
         select kind::"ClickSubject", id, $2::date, '', '{}', visitors
         from json_to_recordset($1) as thing (kind text, id int, visitors int) on conflict do nothing`,
        [JSON.stringify(rows), day],
      );
  }
}
