import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { ALL_TIME } from "@/lib/clicks/period";
import { SUBJECT_TABLES } from "@/lib/clicks/subject-keys";
import { DIFFERENCE, differing, type Found } from "./recount-days";
import { entriesOfRollups, KEY } from "./recount-entries";

/** Ids of which one statement looks at the totals. */
export const IDS = 20_000;

/** The counters that lists show: (id, clicks, visitors). What another service had counted of a link is not ours to recount. */
const counters: Partial<Record<ClickSubject, string>> = {
  link: `select id, clicks - imported_clicks as clicks, unique_clicks as visitors from links union all
    select link_id, clicks - (stored #>> '{link,imported_clicks}')::bigint, unique_clicks from deleted_links`,
  qr: "select id, scans as clicks, unique_scans as visitors from qr_codes",
};

/** The largest id of each kind of what can be clicked. */
export async function lastIds(client: Client): Promise<[ClickSubject, number][]> {
  const last: [ClickSubject, number][] = [];
  for (const [subject, table] of Object.entries(SUBJECT_TABLES) as [ClickSubject, string][]) {
    const { rows } = await client.query<{ id: number }>(`select coalesce(max(id), 0) as id from (
      select max(id) as id from ${table} ${subject === "link" ? "union all select max(link_id) from deleted_links" : ""}) as last`);
    last.push([subject, rows[0]?.id ?? 0]);
  }
  return last;
}

/** What the totals of so many ids from `from` on say otherwise than the days, the counters and the visitors do: a list of each. */
export async function recountTotals(
  client: Client,
  subject: ClickSubject,
  from: number,
  most: number,
): Promise<Found[][]> {
  const to = from + IDS - 1;
  const of = `subject = '${subject}' and subject_id between ${from} and ${to}`;
  const tables = subject === "link" ? "links union all select link_id from deleted_links" : SUBJECT_TABLES[subject];
  // What is being erased is nobody's any more.
  const present = `id in (select id from ${tables})`;
  const { rows: totals } = await client.query<Found>(
    `select ${DIFFERENCE}, (count(*) over ())::float8 as many from (${differing(`
       ${entriesOfRollups(`${of} and day = '${ALL_TIME}'`, "kept")}
       union all select ${KEY.replace("day", `date '${ALL_TIME}'`)}, kept, found from (
         ${entriesOfRollups(`${of} and day > '${ALL_TIME}'`, "found")}) as entry (${KEY}, kept, found)`)}) as wrong
     where ${present} order by ${KEY} limit ${most}`,
  );
  const found = [totals.map((one): Found => ({ ...one, of: "total" }))];
  const numbers = counters[subject];
  if (numbers) found.push(await differencesOf(client, "counter", subject, counterSql(numbers, of, from, to), most));
  found.push(await differencesOf(client, "visitors", subject, visitorSql(subject, of, present), most));
  return found;
}

const allTime = (of: string) =>
  `select subject_id as id, clicks, "unique" as visitors from click_rollups where ${of} and not robot and day = '${ALL_TIME}'`;

const counterSql = (numbers: string, of: string, from: number, to: number) => `
  select id, dimension, kept, found from (select * from (${numbers}) as counter where id between ${from} and ${to}) as counter
  left join (${allTime(of)}) as total using (id)
  cross join lateral (values ('total', counter.clicks, coalesce(total.clicks, 0)),
    ('unique', counter.visitors, coalesce(total.visitors, 0))) as number (dimension, kept, found)
  where kept <> found`;

/** Who has clicked on a block of a bio page without having seen the page is known, and counted nowhere. */
const visitorSql = (subject: ClickSubject, of: string, present: string) => `
  select id, 'unique' as dimension, coalesce(visitors, 0) as kept, coalesce(known, 0) as found from (${allTime(of)}) as total
  full join (select subject_id as id, count(*) as known from click_visitors where ${of} group by 1) as known using (id)
  where coalesce(visitors, 0) ${subject === "bio" ? ">" : "<>"} coalesce(known, 0) and ${present}`;

async function differencesOf(
  client: Client,
  of: Found["of"],
  subject: ClickSubject,
  sql: string,
  most: number,
): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `select id, dimension, kept::float8, found::float8, (count(*) over ())::float8 as many from (${sql}) as wrong
     order by id, dimension limit ${most}`,
  );
  return rows.map((one): Found => ({ ...one, of, subject, value: "" }));
}
