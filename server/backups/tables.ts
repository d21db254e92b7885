import type { Client } from "pg";
import type { TableState } from "./storage/manifest";

/** How a value is written does not depend on who asks: what is compared was written by two servers. */
export const WRITTEN_ALIKE = `set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off;
  set max_parallel_workers_per_gather = 0`;

export interface Table {
  name: string;
  /** in the order of their names: a migrated table may have them in another one */
  columns: string[];
  /** those that are written, and not made of others */
  stored: string[];
}

/** What migrations note of themselves. The target's own say it there. */
const ABOUT_SCHEMA = ["_prisma_migrations", "_prisma_sql"];

/** All tables, a partitioned one as a whole. */
export async function tablesOf(client: Client): Promise<Table[]> {
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

/** How many rows a table has, and a sum over all of them, in any order. */
export async function stateOf(client: Client, { name, columns }: Table): Promise<TableState> {
  const row = `row(${columns.map(quotedName).join(", ")})::text`;
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(${row}, 0)), 0)::text as digest from ${quotedName(name)}`,
  );
  return { name, rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? "" };
}

export async function statesOf(client: Client, onTable: (name: string) => void = () => {}): Promise<TableState[]> {
  await client.query(WRITTEN_ALIKE);
  const states: TableState[] = [];
  for (const table of await tablesOf(client)) {
    onTable(table.name);
    states.push(await stateOf(client, table));
  }
  return states;
}

/** What differs, each as a sentence. */
export function differences(kept: TableState[], found: TableState[]): string[] {
  const byName = new Map(found.map((state) => [state.name, state]));
  return kept.flatMap(({ name, rows, digest }) => {
    const other = byName.get(name);
    if (!other) return [`The table ${name} is missing.`];
    if (other.rows !== rows) return [`The table ${name} had ${rows} rows, and has ${other.rows}.`];
    return other.digest === digest ? [] : [`The ${rows} rows of the table ${name} are not what they were.`];
  });
}
