import type { ClientBase } from "pg";
import { readSqlFiles } from "@/lib/platform/sql-files";

/** Functions that are no extension's, and triggers that are no constraint's. */
const OBJECTS = `
  SELECT 'function ' || oid::regprocedure AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger
  WHERE NOT tgisinternal AND tgparentid = 0`;

/**
 * The functions and triggers of a migrated database that prisma/sql does not leave in it by itself: what a migration has
 * made and no file says, or what stays of a name that a file had once. Makes them all anew.
 */
export async function sqlDrift(client: ClientBase): Promise<string[]> {
  const objects = async () => {
    const { rows } = await client.query<{ name: string; definition: string }>(OBJECTS);
    return new Map(rows.map(({ name, definition }) => [name, definition]));
  };
  const migrated = await objects();
  const functions = [...migrated.keys()].filter((name) => name.startsWith("function "));
  for (const name of functions) await client.query(`DROP ${name} CASCADE`);
  for (const { text } of readSqlFiles().files) await client.query(text);
  const said = await objects();
  const names = new Set([...migrated.keys(), ...said.keys()]);
  return [...names].filter((name) => migrated.get(name) !== said.get(name)).sort();
}
