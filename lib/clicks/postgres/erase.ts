import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { advisoryLocks } from "@/lib/platform/advisory-lock";
import { monthsOfClicks } from "./partitions";
import { type ErasedClick, factsSql, noteErased } from "./segments";
import { keepVisitorsInPlace } from "./visitors";

/** Rows that one statement deletes: short enough for clicks to be stored in between. */
const STEP = 10_000;
/** The same of sets of visitors, each of which is as long as a hundred rows. */
const SETS = 1_000;
/** Deleted subjects that are looked at together. */
const SUBJECTS = 1_000;

export const clickColumns: Record<ClickSubject, string> = {
  link: "link_id",
  qr: "qr_code_id",
  campaign: "campaign_id",
  bio: "bio_page_id",
};

interface Erasure {
  subject: ClickSubject;
  ids: number[];
  /** false: only the statistics */
  clicks: boolean;
}

/** See `ClickStore.erase`. Several drains share the work. `elsewhere` erases what is kept outside of Postgres. */
export async function eraseSome(client: Client, elsewhere?: (erasure: Erasure) => Promise<void>): Promise<boolean> {
  const due = await client.query("select from click_erasures limit 1");
  if (due.rowCount === 0) return false;
  await client.query("begin");
  try {
    const { rows } = await client.query<Erasure>(
      `select subject, clicks, array_agg(subject_id) as ids
       from (select * from click_erasures order by created_at limit ${SUBJECTS} for update skip locked) as due
       group by subject, clicks`,
    );
    if (rows.length > 0) await keepVisitorsInPlace(client);
    for (const erasure of rows) {
      if (!(await eraseStep(client, erasure))) continue;
      await elsewhere?.(erasure);
      await client.query("delete from click_erasures where subject = $1 and subject_id = any($2)", [
        erasure.subject,
        erasure.ids,
      ]);
    }
    await client.query("commit");
    // None: other drains are at it.
    return rows.length > 0;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Deletes some rows. Whether they were the last. */
async function eraseStep(client: Client, { subject, clicks, ids }: Erasure): Promise<boolean> {
  for (const table of ["click_rollups", "click_rollups_beyond", "click_visitors", "click_gaps"]) {
    const { rowCount } = await client.query(deletion(table, "subject = $2 and subject_id = any($1)", STEP), [
      ids,
      subject,
    ]);
    if (rowCount === STEP) return false;
  }
  const sets = deletion("click_visitor_sets", "subject = $2 and subject_id = any($1)", SETS);
  if ((await client.query(sets, [ids, subject])).rowCount === SETS) return false;
  for (const table of subject === "link" ? ["click_variant_visitors", "link_conversions"] : []) {
    const { rowCount } = await client.query(deletion(table, "link_id = any($1)", STEP), [ids]);
    if (rowCount === STEP) return false;
  }
  for (const { name } of clicks ? await monthsOfClicks(client) : []) {
    if ((await deleteClicks(client, name, `${clickColumns[subject]} = any($1)`, [ids], STEP)) === STEP) return false;
  }
  if (subject === "campaign") await client.query("delete from erased_clicks where campaign_id = any($1)", [ids]);
  return true;
}

/** By the rows' places: the planner cannot come upon the idea of reading all of the table. */
const deletion = (table: string, condition: string, most: number) =>
  `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${most}))`;

/** Deletes clicks of a month and returns how many. Campaigns that stay keep count of those that were theirs, and segments of all. */
export async function deleteClicks(client: Client, month: string, condition: string, values: unknown[], most: number) {
  // One after the other: each locks many segments.
  await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.clickDeletion]);
  const { rows } = await client.query<ErasedClick>(
    `with gone as (${deletion(month, condition, most)} returning *),
     kept as (
       insert into erased_clicks as kept (campaign_id, day, robot, clicks)
       select campaign_id, (at at time zone 'utc')::date, robot is not null, count(*) from gone
       where campaign_id in (select id from campaigns) group by 1, 2, 3 order by 1, 2, 3
       on conflict (campaign_id, day, robot) do update set clicks = kept.clicks + excluded.clicks)
     select id::float8, ${factsSql} as facts, encode(seal, 'hex') as seal from gone`,
    values,
  );
  await noteErased(client, rows);
  return rows.length;
}
