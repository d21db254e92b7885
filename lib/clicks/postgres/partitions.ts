import type { Client } from "pg";
import { advisoryLocks } from "@/lib/platform/advisory-lock";

const known = new WeakMap<Client, Set<string>>();

/** Makes the monthly partitions (UTC) of `clicks` that clicks at these times (ms) belong to. */
export async function ensurePartitions(client: Client, times: Iterable<number>): Promise<void> {
  const ensured = known.get(client) ?? new Set();
  known.set(client, ensured);
  const months = new Set<string>();
  for (const at of times) months.add(monthOf(at));
  const present = monthOf(Date.now());
  for (const month of months) {
    // An earlier one may have been dropped since, as nobody keeps it any longer.
    if (ensured.has(month) && month >= present) continue;
    await ensurePartition(client, month);
    ensured.add(month);
  }
}

/** The partitions of `clicks`, each by itself: a row's place is that in its partition. The days are the first one, and the first after it. */
export async function monthsOfClicks(client: Client): Promise<{ name: string; start: string; end: string }[]> {
  const { rows } = await client.query<{ name: string; start: string; end: string }>(
    `select name, to_char(start, 'YYYY-MM-DD') as start, to_char(start + interval '1 month', 'YYYY-MM-DD') as end from (
       select relname::text as name, to_date(right(relname, 7), 'YYYY_MM') as start
       from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'clicks'::regclass) as month
     order by start`,
  );
  return rows;
}

let lastDay = { number: Number.NaN, month: "" };

/** `YYYY-MM`, UTC */
export function monthOf(at: number): string {
  const number = Math.floor(at / 86_400_000);
  if (number !== lastDay.number) lastDay = { number, month: new Date(at).toISOString().slice(0, 7) };
  return lastDay.month;
}

const FIND_PARTITION = `select from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = 'clicks'::regclass and relname = $1`;

async function ensurePartition(client: Client, month: string): Promise<void> {
  const name = `clicks_${month.replace("-", "_")}`;
  // Asked of the catalogue's tables: `to_regclass` may answer from a cache that misses what others have just made.
  const exists = async () => (await client.query(FIND_PARTITION, [name])).rowCount === 1;
  if (await exists()) return;
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  await client.query("begin");
  try {
    // One instance makes it, the others find it.
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.clickPartitions]);
    if (!(await exists())) {
      // Attaching, unlike `create table … partition of`, does not wait for everyone who reads clicks.
      await client.query(`create table ${name} (like clicks including defaults including constraints)`);
      await client.query(
        `alter table clicks attach partition ${name} for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
      );
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
