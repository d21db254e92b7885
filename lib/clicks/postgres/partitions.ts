import type { Client } from "pg";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inTransaction } from "@/lib/platform/database/client";
import { log } from "@/lib/platform/log/log";
import { noteAllErased } from "./segments";

const known = new WeakMap<Client, Set<string>>();

/** Creates the monthly partitions (UTC) of `clicks` for clicks at these times (ms). */
export async function ensurePartitions(client: Client, times: Iterable<number>): Promise<void> {
  const ensured = known.get(client) ?? new Set();
  known.set(client, ensured);
  const months = new Set<string>();
  for (const at of times) months.add(monthOf(at));
  const present = monthOf(Date.now());
  for (const month of months) {
    // An earlier partition may have been dropped because no account keeps its clicks.
    if (ensured.has(month) && month >= present) continue;
    await ensurePartition(client, month);
    ensured.add(month);
  }
}

/** A month: its first day, and the first day after it. */
export interface ClickMonth {
  start: string;
  end: string;
}

const MONTH = `to_char(start, 'YYYY-MM-DD') as start, to_char(start + interval '1 month', 'YYYY-MM-DD') as end`;

/** Returns the partitions of `clicks` separately, because a row's ctid is only valid in its partition. */
export async function monthsOfRows(client: Client): Promise<(ClickMonth & { name: string })[]> {
  const { rows } = await client.query<ClickMonth & { name: string }>(
    `select name, ${MONTH} from (
       select relname::text as name, to_date(right(relname, 7), 'YYYY_MM') as start
       from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'clicks'::regclass) as month
     order by start`,
  );
  return rows;
}

/** Returns the months of packs, by going from one to the next in the index. */
export async function monthsOfPacks(client: Client): Promise<ClickMonth[]> {
  const { rows } = await client.query<ClickMonth>(
    `with recursive month as (
       (select base from click_packs order by base limit 1)
       union all select (select base from click_packs where click_packs.base > month.base order by base limit 1)
       from month where month.base is not null)
     select ${MONTH} from (
       select date_trunc('month', base at time zone 'utc')::date as start from month where base is not null) as month order by start`,
  );
  return rows;
}

/** Returns the months that have clicks, packed or not. */
export async function monthsOfClicks(client: Client): Promise<ClickMonth[]> {
  const months = [...(await monthsOfPacks(client)), ...(await monthsOfRows(client))];
  const ends = new Map(months.map(({ start, end }) => [start, end]));
  return [...ends].map(([start, end]) => ({ start, end })).sort((a, b) => (a.start < b.start ? -1 : 1));
}

/** Statistics and drains queue behind a statement that waits to drop a table, so it waits no longer than this. */
const WAIT = "2s";
/** SQLSTATE codes of a lock timeout, a statement timeout and a deadlock. */
const LATE = ["55P03", "57014", "40P01"];

/**
 * Drops a partition, and runs `also` in the same transaction. Returns false if it is in use, so that the next run drops
 * it, or if it holds clicks and `wholly` is false.
 */
export async function dropPartition(client: Client, { name }: { name: string }, wholly = false, also = async () => {}) {
  await client.query("begin");
  try {
    await also();
    await client.query(`set local lock_timeout = '${WAIT}'; set local statement_timeout = '${WAIT}'`);
    await client.query("lock table clicks in access exclusive mode");
    // A late click may have arrived.
    const goes = wholly || !(await holdsClicks(client, name));
    if (goes) await client.query(`drop table ${name}`);
    await client.query(goes ? "commit" : "rollback");
    return goes;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    if (!LATE.includes(String((error as { code?: string }).code))) throw error;
    return false;
  }
}

async function holdsClicks(client: Client, name: string): Promise<boolean> {
  return (await client.query(`select from ${name} limit 1`)).rowCount === 1;
}

let lastDay = { number: Number.NaN, month: "" };

/** Returns `YYYY-MM` (UTC). */
export function monthOf(at: number): string {
  const number = Math.floor(at / 86_400_000);
  if (number !== lastDay.number) lastDay = { number, month: new Date(at).toISOString().slice(0, 7) };
  return lastDay.month;
}

const FIND_PARTITION = `select from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = 'clicks'::regclass and relname = $1`;

async function ensurePartition(client: Client, month: string): Promise<void> {
  const name = `clicks_${month.replace("-", "_")}`;
  // Query the catalog tables: `to_regclass` may use a cache that lacks what others have just created.
  const exists = async () => (await client.query(FIND_PARTITION, [name])).rowCount === 1;
  if (await exists()) return;
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  await inTransaction(client, async () => {
    // One instance creates the partition; the others find it.
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.clickPartitions]);
    if (!(await exists())) {
      // Attaching does not wait for readers of clicks, unlike `create table … partition of`.
      await client.query(`create table ${name} (like clicks including defaults including constraints)`);
      await client.query(
        `alter table clicks attach partition ${name} for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
      );
    }
  });
}

/**
 * Drops months of clicks. `none` is the first day that any account keeps: all months that end before it are dropped.
 * `some` is the first day that all accounts keep: months that end before it are dropped if they have no clicks. A month
 * that is in use is left for the next time.
 */
export async function dropMonths(client: Client, none: string | null, some: string): Promise<void> {
  for (const month of await monthsOfRows(client)) {
    const { name, end } = month;
    const wholly = none !== null && end <= none;
    if (end > some || (!wholly && (await holdsClicks(client, name)))) continue;
    const dropped = await dropPartition(client, month, wholly, async () => {
      if (wholly) await dropPacks(client, month);
    });
    if (dropped) log.info({ month: name }, "dropped a month of clicks that no plan keeps");
  }
  for (const month of none === null ? [] : await monthsOfPacks(client)) {
    if (none === null || month.end > none) continue;
    await inTransaction(client, () => dropPacks(client, month));
    log.info({ month: month.start }, "dropped the packed clicks of a month that no plan keeps");
  }
}

async function dropPacks(client: Client, month: { start: string; end: string }): Promise<void> {
  await client.query(
    "delete from click_packs where base > $1::date::timestamp at time zone 'utc' and base < $2::date::timestamp at time zone 'utc'",
    [month.start, month.end],
  );
  await noteAllErased(client, month);
}
