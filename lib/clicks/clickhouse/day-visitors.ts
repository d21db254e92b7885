import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { addDayVisitors } from "@/lib/clicks/postgres/day-visitors";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import { KEPT_VISITORS } from "@/lib/clicks/store/visitor-sample";
import { quoted, selectRows, slowRows } from "./client";

/** The ClickHouse version of `hashOf` in Postgres. */
export const HASH = "toInt32(bitShiftRight(visitor, 32))";

const things = [
  "('link', link_id, '')",
  "('link', if(variant = '', 0, link_id), variant)",
  "('qr', qr_code_id, '')",
  "('campaign', campaign_id, '')",
  "('bio', if(bio_block = '', bio_page_id, 0), '')",
];

/** The visitors of a subject on a day, as in `ClickDayVisitors`. */
interface DayVisitors {
  kind: ClickSubject;
  id: number;
  version: string;
  hashes: number[];
}

/** Returns a query of the visitors of all subjects, or of one, on a day (UTC), like `dayVisitorsOf` in Postgres. */
function dayVisitorsIn(day: string, of?: { subject: ClickSubject; id: number }): string {
  const clicks = of ? `and ${clickColumns[of.subject]} = ${of.id}` : "";
  const thing = of ? `kind = ${quoted(of.subject)} and id = ${of.id}` : "id > 0";
  return `
    select kind, id, version, arraySlice(arraySort(groupUniqArray(hash)), 1, ${KEPT_VISITORS}) as hashes from (
      select ${HASH} as hash, thing.1 as kind, thing.2 as id, thing.3 as version from (
        select visitor, arrayJoin([${things}]) as thing from clicks final
        where day = ${quoted(day)} and robot = '' and visitor != 0 ${clicks}))
    where ${thing} group by kind, id, version`;
}

/** Reads the visitors who still have clicks on a subject on a day, for `takeDayVisitors`. */
export async function visitorsLeft(subject: ClickSubject, id: number, day: string, first: number) {
  const rows = await selectRows<DayVisitors>(dayVisitorsIn(day, { subject, id }));
  const each = rows.flatMap(({ version, hashes }) => hashes.map((hash) => ({ version, hash })));
  return {
    sql: `select * from unnest($${first}::text[], $${first + 1}::int[]) as left_over (variant, hash)`,
    values: [each.map(({ version }) => version), each.map(({ hash }) => hash)],
  };
}

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
