import { readdir } from "node:fs/promises";
import { drainReport } from "@/lib/clicks/drain/drain-report";
import { measureClickHouseTables } from "@/lib/clicks/maintenance/with-clickhouse";
import { statement } from "@/lib/platform/database/statement";
import { reusedFor } from "@/lib/platform/log/all-metrics";
import { outboxFolder } from "@/lib/platform/mail/mail";
import { type RetentionPolicyName, retentionPolicies } from "./retention-policies";

export interface GrowthFigure {
  name: RetentionPolicyName;
  /** the database's last estimate; null if there is none, as for small tables, or if it was not read */
  rows: number | null;
  /** including indexes and all partitions; null if it was not read */
  bytes: number | null;
}

type Amount = Omit<GrowthFigure, "name">;

/** The amounts of everything that grows, cached for a minute, so that frequent requests cost nothing. */
export const recentGrowth = reusedFor(60_000, () => growthFigures());

/**
 * The amounts of everything that grows. It uses the databases' own estimates and reads no table except for the few
 * accounts that are being deleted.
 */
export async function growthFigures(): Promise<GrowthFigure[]> {
  const [tables, elsewhere, ...others] = await Promise.all([
    tableFigures(),
    measureClickHouseTables(),
    leavingAccounts(),
    outboxMails(),
  ]);
  const found = new Map<string, Amount>([...tables, ...others, ["clicks waiting for the database", waitingClicks()]]);
  for (const { table, rows, bytes } of elsewhere) {
    const name = retentionPolicies.find(({ tables }) => (tables as readonly string[]).includes(table))?.name;
    const here = found.get(name ?? "");
    if (name && here) found.set(name, { rows: (here.rows ?? 0) + rows, bytes: (here.bytes ?? 0) + bytes });
  }
  return retentionPolicies.map(({ name }) => ({ name, ...(found.get(name) ?? { rows: 0, bytes: 0 }) }));
}

/** One statement, which reads the catalog and no table. */
async function tableFigures(): Promise<[string, Amount][]> {
  const things = retentionPolicies.flatMap(({ name, tables }) => tables.map((table) => ({ name, table })));
  const rows = await statement<{ name: string; rows: number | null; bytes: number }>(
    `SELECT name, sum(reltuples) FILTER (WHERE reltuples >= 0)::float8 AS rows,
        coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS thing (name, relation, number)
      CROSS JOIN LATERAL (SELECT to_regclass(quote_ident(relation)) AS root) AS named
      CROSS JOIN LATERAL (
        SELECT relid FROM pg_partition_tree(root) WHERE isleaf
        UNION SELECT root WHERE root NOT IN (SELECT partrelid FROM pg_partitioned_table)) AS part
      JOIN pg_class ON pg_class.oid = part.relid
      GROUP BY name ORDER BY min(number)`,
    [things.map(({ name }) => name), things.map(({ table }) => table)],
  );
  return rows.map(({ name, ...amount }) => [name, amount]);
}

const waitingClicks = (): Amount => ({ rows: null, bytes: drainReport()?.bytes ?? 0 });

async function leavingAccounts(): Promise<[RetentionPolicyName, Amount]> {
  const rows = await statement<{ count: number }>(
    `SELECT (SELECT count(*) FROM users WHERE leaves_at IS NOT NULL)::float8
      + (SELECT count(*) FROM account_deletions) AS count`,
  );
  return ["accounts to be deleted", { rows: rows[0]?.count ?? 0, bytes: null }];
}

async function outboxMails(): Promise<[RetentionPolicyName, Amount]> {
  const names = await readdir(outboxFolder()).catch(() => []);
  return ["mails without a mail server", { rows: names.length, bytes: null }];
}
