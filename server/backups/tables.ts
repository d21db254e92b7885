import type { Client } from "pg";
import type { TableState } from "./storage/manifest";

/** Settings that make two servers write values in the same format, so that their output can be compared. */
export const SAME_FORMAT = `set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off;
  set max_parallel_workers_per_gather = 0`;

export interface Table {
  name: string;
  /** sorted by name, because a migrated table may have another order */
  columns: string[];
  /** the columns that are stored, without generated ones */
  stored: string[];
}

/** Tables in which migrations record themselves. The target has its own. */
const ABOUT_SCHEMA = ["_prisma_migrations", "_prisma_sql"];

/** Returns all tables. A partitioned table counts as one. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name, array_agg(attname::text order by attname) as columns,
       coalesce(array_agg(attname::text order by attname) filter (where attgenerated = ''), '{}') as stored
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and relname <> all ($1)
     group by relname order by relname`,
    [ABOUT_SCHEMA],
  );
  return rows;
}

export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns the number of rows of a table and a digest of them that does not depend on their order. */
export async function readTableState(client: Client, { name, columns }: Table): Promise<TableState> {
  const row = `row(${columns.map(quotedName).join(", ")})::text`;
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(${row}, 0)), 0)::text as digest from ${quotedName(name)}`,
  );
  return { name, rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? "" };
}

export async function readTableStates(
  client: Client,
  onTable: (name: string) => void = () => {},
): Promise<TableState[]> {
  await client.query(SAME_FORMAT);
  const states: TableState[] = [];
  for (const table of await listTables(client)) {
    onTable(table.name);
    states.push(await readTableState(client, table));
  }
  return states;
}

/** Returns each difference as a sentence. */
export function differences(kept: TableState[], found: TableState[]): string[] {
  const byName = new Map(found.map((state) => [state.name, state]));
  return kept.flatMap(({ name, rows, digest }) => {
    const other = byName.get(name);
    if (!other) return [`The table ${name} is missing.`];
    if (other.rows !== rows) return [`The table ${name} had ${rows} rows, and has ${other.rows}.`];
    return other.digest === digest ? [] : [`The ${rows} rows of the table ${name} are not what they were.`];
  });
}
