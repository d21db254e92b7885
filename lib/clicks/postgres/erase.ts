import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inTransaction } from "@/lib/platform/database/client";
import { clickColumns, mayContainAnySql, packedClicksSql, writePacks } from "./packs";
import { monthsOfRows } from "./partitions";
import { type ErasedClick, factsSql, noteErased } from "./segments";
import { preventVisitorPacking } from "./visitors";

/** Number of rows that one statement deletes. It is small so that clicks can be stored in between. */
const STEP = 10_000;
/** The number of visitor sets that one statement deletes. Each set is as long as a hundred rows. */
const SETS = 1_000;
/** Number of deleted subjects that are handled together. */
const SUBJECTS = 1_000;

interface Erasure {
  subject: ClickSubject;
  ids: number[];
  /** false: erases only the statistics */
  clicks: boolean;
}

/** See `ClickStore.erase`. Several drains share the work. `elsewhere` erases what is stored outside of Postgres. */
export async function eraseDeletedCounts(
  client: Client,
  elsewhere?: (erasure: Erasure) => Promise<void>,
): Promise<boolean> {
  const due = await client.query("select from click_erasures limit 1");
  if (due.rowCount === 0) return false;
  return inTransaction(client, async () => {
    const { rows } = await client.query<Erasure>(
      `select subject, clicks, array_agg(subject_id) as ids
       from (select * from click_erasures order by created_at limit ${SUBJECTS} for update skip locked) as due
       group by subject, clicks`,
    );
    if (rows.length > 0) await preventVisitorPacking(client);
    for (const erasure of rows) {
      if (!(await eraseStep(client, erasure))) continue;
      await elsewhere?.(erasure);
      await client.query("delete from click_erasures where subject = $1 and subject_id = any($2)", [
        erasure.subject,
        erasure.ids,
      ]);
    }
    // If there are no rows, other drains are handling them.
    return rows.length > 0;
  });
}

/** Deletes some rows. Returns whether they were the last ones. */
async function eraseStep(client: Client, { subject, clicks, ids }: Erasure): Promise<boolean> {
  for (const table of ["click_rollups", "click_rollups_beyond", "click_visitors", "click_day_visitors", "click_gaps"]) {
    const { rowCount } = await client.query(deletion(table, "subject = $2 and subject_id = any($1)", STEP), [
      ids,
      subject,
    ]);
    if (rowCount === STEP) return false;
  }
  const sets = deletion("click_visitor_sets", "subject = $2 and subject_id = any($1)", SETS);
  if ((await client.query(sets, [ids, subject])).rowCount === SETS) return false;
  for (const table of subject === "link" ? ["click_variant_visitors", "link_conversions", "conversions"] : []) {
    const { rowCount } = await client.query(deletion(table, "link_id = any($1)", STEP), [ids]);
    if (rowCount === STEP) return false;
  }
  for (const { name } of clicks ? await monthsOfRows(client) : []) {
    if ((await deleteClicks(client, name, `${clickColumns[subject]} = any($1)`, [ids], STEP)) === STEP) return false;
  }
  if (clicks && (await deletePacked(client, subject, ids)) > 0) return false;
  if (subject === "campaign") await client.query("delete from erased_clicks where campaign_id = any($1)", [ids]);
  return true;
}

/** Selects rows by ctid, so that the planner cannot decide to scan the whole table. */
const deletion = (table: string, condition: string, most: number) =>
  `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${most}))`;

/** Deletes clicks of a month and returns how many. */
export async function deleteClicks(client: Client, month: string, condition: string, values: unknown[], most: number) {
  return recordDeletedClicks(client, `gone as (${deletion(month, condition, most)} returning *)`, values);
}

/** Number of packs that one statement rewrites. */
const PACKS = 10;

/**
 * Deletes packed clicks on some subjects between two moments, or of all time, by rewriting the packs without them.
 * Returns how many it deleted in this step; 0 if none are left.
 */
export async function deletePacked(
  client: Client,
  subject: ClickSubject,
  ids: number[],
  from = "-infinity",
  to = "infinity",
): Promise<number> {
  const column = clickColumns[subject];
  const matches = `${column} = any($1::int[]) and at >= $2 and at < $3`;
  const times = packedClicksSql("(select pack.*) as pack", ["at", column]);
  return recordDeletedClicks(
    client,
    `old as (
       delete from click_packs where number = any(array(
         select number from click_packs as pack where ${mayContainAnySql(subject, "$1::int[]")} and first_at < $3 and last_at >= $2
           and exists (select from (${times}) as click where ${matches}) limit ${PACKS})) returning *),
     click as materialized (${packedClicksSql("old as pack", undefined, ["pack.number as pack", "pack.base"])}),
     rest as (${writePacks(`select * from click where (${matches}) is not true`)}),
     gone as (select * from click where ${matches})`,
    [ids, from, to],
  );
}

/** Deletes the clicks in `gone` and returns how many. Campaigns that still exist and segments record the loss. */
async function recordDeletedClicks(client: Client, gone: string, values: unknown[]): Promise<number> {
  // One deletion at a time, because each locks many segments.
  await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.clickDeletion]);
  const { rows } = await client.query<ErasedClick>(
    `with ${gone},
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
