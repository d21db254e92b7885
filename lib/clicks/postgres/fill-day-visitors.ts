import type { Client } from "pg";
import { addDayVisitors, dayVisitorsOf } from "./day-visitors";
import { packedClicksSql } from "./packs";

/** Number of packs that one statement reads. */
const PACKS = 100;

/**
 * Adds the visitors of the clicks of some days (UTC) of one month. Each statement reads an hour or 100 packs, so that
 * none takes long.
 */
export async function fillFromPostgres(client: Client, days: string[]): Promise<void> {
  const [from, to] = [days[0], `${days.at(-1)}T24:00:00Z`];
  // Rows come first: rows that are packed meanwhile are then read twice, but none is missed.
  for (const day of days)
    for (let hour = 0; hour < 24; hour++) {
      const [begin, end] = [hour, hour + 1].map((number) => `${day}T${String(number).padStart(2, "0")}:00:00Z`);
      const clicks = "select * from clicks where at >= $1 and at < $2";
      await client.query(addDayVisitors(dayVisitorsOf(clicks)), [begin, end]);
    }
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ last: string | null }>(
      `select max(number) as last from (select number from click_packs
         where number > $1 and first_at < $3 and last_at >= $2 order by number limit ${PACKS}) as pack`,
      [after, from, to],
    );
    const last = Number(rows[0]?.last ?? 0);
    if (last === 0) break;
    const packs =
      "(select * from click_packs where number > $3 and number <= $4 and first_at < $2 and last_at >= $1) as pack";
    const clicks = `select * from (${packedClicksSql(packs)}) as click where at >= $1 and at < $2`;
    await client.query(addDayVisitors(dayVisitorsOf(clicks)), [from, to, after, last]);
    after = last;
  }
}

/** Fills in the number of new visitors of days whose clicks are no longer kept. */
export async function fillNewFromPostgres(client: Client, days: string[]): Promise<void> {
  await client.query(
    `insert into click_day_visitors (subject, subject_id, day, variant, visitors, new_only)
     select subject, subject_id, day, '', '{}', "unique" from click_rollups
     where not robot and "unique" > 0 and day = any($1::date[]) on conflict do nothing`,
    [days],
  );
}
