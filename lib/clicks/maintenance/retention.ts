import type { Client } from "pg";
import { withClient } from "@/lib/clicks/drain/line-store";
import { dropMonths } from "@/lib/clicks/postgres/partitions";
import { forgetUnusedValues } from "@/lib/clicks/postgres/unused-values";
import { storedFromSql } from "@/lib/clicks/store/stored-from";
import type { Transaction } from "@/lib/platform/database/db";
import { deleteRows } from "@/lib/platform/database/rows";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";

/**
 * Plans which single clicks are erased; daily counts stay. Months that no account keeps are dropped. That is cheap and
 * frees their disk space at once. For the other months it notes for each account the day up to which the drain
 * erases, some rows at a time.
 */
export async function planExpiry(): Promise<void> {
  await withClient(async (client) => {
    const { rows } = await client.query<{ none: string | null; some: string | null }>(
      `select to_char(case when bool_and(kept_from is not null) then min(kept_from) end, 'YYYY-MM-DD') as none,
         to_char(max(kept_from), 'YYYY-MM-DD') as some from (${storedFromSql()}) as account`,
    );
    const { none, some } = rows[0] ?? { none: null, some: null };
    if (some === null) return;
    await drop(client, none, some);
    const { rowCount } = await client.query(
      `insert into click_expiries as present (user_id, goal, gone_to)
       select user_id, kept_from, kept_from from (${storedFromSql()}) as account where kept_from is not null
       on conflict (user_id) do update set goal = excluded.goal, source = 0, after = 0,
         gone_to = greatest(present.gone_to, excluded.gone_to)
       where present.goal is null and (present.erased_to is null or present.erased_to < excluded.goal)`,
    );
    if (rowCount) log.info({ accounts: rowCount }, "clicks older than their account's retention will be erased");
  });
}

async function drop(client: Client, none: string | null, some: string): Promise<void> {
  if (!env.CLICKHOUSE_URL) return dropMonths(client, none, some);
  const { dropMonths: dropInClickHouse } = await import("@/lib/clicks/clickhouse/expire");
  if (none !== null) await dropInClickHouse(client, none);
}

/**
 * Restarts the expiry of an account that received clicks, through links of another account, that may be older than what
 * was already erased.
 */
export async function restartExpiry(tx: Transaction, userId: number): Promise<void> {
  await tx.$executeRaw`UPDATE click_expiries SET erased_to = NULL, goal = NULL WHERE user_id = ${userId}`;
}

/** The number of clicks in a month is no longer needed a year later. */
export const forgetOldUsage = () => deleteRows("click_usage", "month < now() - interval '13 months'");

/** Removes values that no counted click has any more. */
export const forgetValues = () => withClient(forgetUnusedValues);
