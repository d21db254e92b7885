import type { ClientBase } from "pg";
import { readSqlFiles } from "@/lib/platform/database/migrate";

/** Functions that belong to no extension, and triggers that belong to no constraint. */
const OBJECTS = `
  SELECT 'function ' || oid::regprocedure AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  UNION ALL
  SELECT 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger
  WHERE NOT tgisinternal AND tgparentid = 0`;

/**
 * Returns the functions and triggers of a migrated database that prisma/sql does not create: made by a migration only,
 * or left from an earlier name in a file. Creates all of them again.
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
