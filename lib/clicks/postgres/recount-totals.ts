import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { ALL_TIME } from "@/lib/clicks/store/period";
import { type Found, IDS, MOST, type Recount } from "@/lib/clicks/store/recount";
import { SUBJECT_TABLES } from "@/lib/clicks/store/subject-keys";
import { inSnapshot } from "@/lib/platform/database/client";
import {
  DIFFERENCE,
  differing,
  entriesOfRollups,
  KEY,
  monthsInPostgres,
  recountDays,
  recountUsage,
  usageInPostgres,
} from "./recount-days";

/**
 * The counters in lists: (id, clicks, visitors), without clicks that were imported from another service, which cannot
 * be recounted.
 */
const counters: Partial<Record<ClickSubject, string>> = {
  link: `select id, counts.clicks - imported_clicks as clicks, counts.unique_clicks as visitors
      from links join link_counts as counts on link_id = id union all
    select link_id, clicks - (stored #>> '{link,imported_clicks}')::bigint, unique_clicks from deleted_links`,
  qr: "select id, scans as clicks, unique_scans as visitors from qr_codes",
};

/** Returns the largest id of each kind of subject. */
export async function lastIds(client: Client): Promise<[ClickSubject, number][]> {
  const last: [ClickSubject, number][] = [];
  for (const [subject, table] of Object.entries(SUBJECT_TABLES) as [ClickSubject, string][]) {
    const { rows } = await client.query<{ id: number }>(`select coalesce(max(id), 0) as id from (
      select max(id) as id from ${table} ${subject === "link" ? "union all select max(link_id) from deleted_links" : ""}) as last`);
    last.push([subject, rows[0]?.id ?? 0]);
  }
  return last;
}

/** Returns where the totals of the next `IDS` ids from `from` on differ from the sums of days. */
async function recountTotals(client: Client, subject: ClickSubject, from: number): Promise<Found[]> {
  const of = `subject = '${subject}' and subject_id between ${from} and ${from + IDS - 1}`;
  const { rows } = await client.query<Found>(
    `select ${DIFFERENCE}, (count(*) over ())::float8 as many from (${differing(`
       ${entriesOfRollups(`${of} and day = '${ALL_TIME}'`, "kept")}
       union all select ${KEY.replace("day", `date '${ALL_TIME}'`)}, kept, found from (
         ${entriesOfRollups(`${of} and day > '${ALL_TIME}'`, "found")}) as entry (${KEY}, kept, found)`)}) as wrong
     where ${presentOf(subject, from)} order by ${KEY} limit ${MOST}`,
  );
  return rows.map((one): Found => ({ ...one, of: "total" }));
}

/** Returns the condition that a subject exists. Others are being erased. */
function presentOf(subject: ClickSubject, from: number): string {
  const ids = (table: string, id: string) =>
    `select ${id} from ${table} where ${id} between ${from} and ${from + IDS - 1}`;
  const deleted = subject === "link" ? `union all ${ids("deleted_links", "link_id")}` : "";
  return `id in (${ids(SUBJECT_TABLES[subject], "id")} ${deleted})`;
}

/** A query of (id, clicks, visitors) with its values: the totals of some ids. */
interface Totals {
  sql: string;
  values?: unknown[];
}

export const totalsInPostgres = (subject: ClickSubject, from: number): Totals => ({
  sql: `select subject_id as id, clicks, "unique" as visitors from click_rollups
    where subject = '${subject}' and subject_id between ${from} and ${from + IDS - 1} and not robot and day = '${ALL_TIME}'`,
});

/** Returns where the counters in lists differ from the totals: a list of differences for each kind of counter. */
export async function recountCounters(
  client: Client,
  subject: ClickSubject,
  from: number,
  totals: Totals,
): Promise<Found[][]> {
  const to = from + IDS - 1;
  const numbers = counters[subject];
  const found: Found[][] = [];
  const note = async (of: Found["of"], sql: string) => {
    const { rows } = await client.query<Found>(
      `select id, dimension, kept::float8, found::float8, (count(*) over ())::float8 as many from (${sql}) as wrong
       order by id, dimension limit ${MOST}`,
      totals.values,
    );
    found.push(rows.map((one): Found => ({ ...one, of, subject, value: "" })));
  };
  if (numbers) await note("counter", counterSql(numbers, totals.sql, from, to));
  await note("visitors", visitorSql(subject, totals.sql, from, to));
  return found;
}

const counterSql = (numbers: string, totals: string, from: number, to: number) => `
  select id, dimension, kept, found from (select * from (${numbers}) as counter where id between ${from} and ${to}) as counter
  left join (${totals}) as total using (id)
  cross join lateral (values ('total', counter.clicks, coalesce(total.clicks, 0)),
    ('unique', counter.visitors, coalesce(total.visitors, 0))) as number (dimension, kept, found)
  where kept <> found`;

/** Visitors who clicked on a block of a bio page without a visit to the page are known, but not counted. */
const visitorSql = (subject: ClickSubject, totals: string, from: number, to: number) => `
  select id, 'unique' as dimension, coalesce(visitors, 0) as kept, coalesce(known, 0) as found from (${totals}) as total
  full join (select id, sum(many) as known from (
    select subject_id as id, count(*) as many from click_visitors
    where subject = '${subject}' and subject_id between ${from} and ${to} group by 1 union all
    select subject_id, sum(cardinality(visitors)) from click_visitor_sets
    where subject = '${subject}' and subject_id between ${from} and ${to} group by 1) as tier group by 1) as known using (id)
  where coalesce(visitors, 0) ${subject === "bio" ? ">" : "<>"} coalesce(known, 0) and ${presentOf(subject, from)}`;

/** Each part reads a separate snapshot, so concurrent storing makes no difference and no snapshot is held for long. */
export function postgresRecount(client: Client): Recount {
  return {
    months: () => inSnapshot(client, () => monthsInPostgres(client)),
    days: (month) => inSnapshot(client, () => recountDays(client, month)),
    usage: (month) => inSnapshot(client, () => recountUsage(client, month, usageInPostgres(month))),
    totals: (subject, from) =>
      inSnapshot(client, async () => [
        await recountTotals(client, subject, from),
        ...(await recountCounters(client, subject, from, totalsInPostgres(subject, from))),
      ]),
  };
}
