import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startPostgres } from "@/lib/platform/embedded-postgres";
import { MIGRATIONS, migrate } from "@/lib/platform/migrate";
import { temporaryFolder } from "../support/server";

vi.setConfig({ hookTimeout: 60_000 });

let folder: string;
let migrations: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let client: pg.Client;

beforeAll(async () => {
  folder = await temporaryFolder();
  migrations = join(folder, "migrations");
  cpSync(MIGRATIONS, migrations, { recursive: true });
  postgres = await startPostgres(folder);
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

function plant(name: string, sql: string): void {
  mkdirSync(join(migrations, name));
  writeFileSync(join(migrations, name, "migration.sql"), sql);
}
const unplant = (name: string) => rmSync(join(migrations, name), { recursive: true });
const applied = async () => (await client.query("select from _prisma_migrations")).rowCount ?? 0;

test("of migrations one of which fails, none is applied: those of a new database, and later ones", async () => {
  plant("29990101000000_fails", "create table half (); select 1 / 0");
  await expect(migrate(client, migrations)).rejects.toThrow(/29990101000000_fails failed.*division by zero/);
  expect(await applied()).toBe(0);
  unplant("29990101000000_fails");
  await migrate(client, migrations);
  const before = await applied();
  plant("29990101000000_works", "create table whole ()");
  plant("29990102000000_fails", "select 1 / 0");
  await expect(migrate(client, migrations)).rejects.toThrow(/29990102000000_fails failed/);
  expect(await applied()).toBe(before);
  expect((await client.query("select to_regclass('whole') as found")).rows).toEqual([{ found: null }]);
  unplant("29990102000000_fails");
  await migrate(client, migrations);
  expect(await applied()).toBe(before + 1);
});

test("a newer version's database is refused, and so is one that another program has left in the middle", async () => {
  unplant("29990101000000_works");
  await expect(migrate(client, migrations)).rejects.toThrow(
    /^The database is a newer version's: this one does not know its migration 29990101000000_works\. .*backup/,
  );
  await client.query(`update _prisma_migrations set finished_at = null where migration_name = '29990101000000_works'`);
  await expect(migrate(client, migrations)).rejects.toThrow(/29990101000000_works was begun .* never finished/);
  await client.query(`update _prisma_migrations set rolled_back_at = now() where finished_at is null`);
  await migrate(client, migrations);
});
