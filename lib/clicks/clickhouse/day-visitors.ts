import type { ClickSubject } from "@/generated/prisma/enums";
import { clickColumns } from "@/lib/clicks/postgres/packs";
import { KEPT_VISITORS } from "@/lib/clicks/store/visitor-sample";
import { quoted, selectRows } from "./client";

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
export interface DayVisitors {
  kind: ClickSubject;
  id: number;
  version: string;
  hashes: number[];
}

/** Returns a query of the visitors of all subjects, or of one, on a day (UTC), like `dayVisitorsOf` in Postgres. */
export function dayVisitorsIn(day: string, of?: { subject: ClickSubject; id: number }): string {
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
