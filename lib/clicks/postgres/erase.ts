import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import { monthsOfClicks } from "./partitions";

/** Rows that one statement deletes: short enough for clicks to be stored in between. */
const STEP = 10_000;
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
  for (const table of ["click_rollups", "click_rollups_beyond", "click_visitors"]) {
    if (!(await deleteStep(client, table, "subject = $2 and subject_id = any($1)", [ids, subject]))) return false;
  }
  for (const { name } of clicks ? await monthsOfClicks(client) : []) {
    if (!(await deleteStep(client, name, `${clickColumns[subject]} = any($1)`, [ids]))) return false;
  }
  return true;
}

async function deleteStep(client: Client, table: string, condition: string, values: unknown[]): Promise<boolean> {
  return (await deleteSome(client, table, condition, values, STEP)) < STEP;
}

/** Returns how many. By the rows' places: the planner cannot come upon the idea of reading all of the table. */
export async function deleteSome(client: Client, table: string, condition: string, values: unknown[], most: number) {
  const { rowCount } = await client.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${most}))`,
    values,
  );
  return rowCount ?? 0;
}
