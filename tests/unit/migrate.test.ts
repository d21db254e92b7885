import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listMigrations, MIGRATIONS, migrate as migrateFrom, SQL_FILES } from "@/lib/platform/database/migrate";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { isBefore, OLDEST_VERSION, release } from "@/lib/platform/release";
import { temporaryFolder } from "../support/server";

let folder: string;
let migrations: string;
let sqlFiles: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let client: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  folder = await temporaryFolder();
  migrations = join(folder, "migrations");
  sqlFiles = join(folder, "sql");
  cpSync(MIGRATIONS, migrations, { recursive: true });
  cpSync(SQL_FILES, sqlFiles, { recursive: true });
  postgres = await startPostgres(folder);
  client = new pg.Client({ connectionString: postgres.url });
  other = new pg.Client({ connectionString: postgres.url });
  await Promise.all([client.connect(), other.connect()]);
});

afterAll(async () => {
  await Promise.all([client.end(), other.end()]);
  await postgres.stop();
  await rm(folder, { recursive: true });
});

const migrate = () => migrateFrom(client, migrations, sqlFiles);

function plant(name: string, sql: string): void {
  mkdirSync(join(migrations, name));
  writeFileSync(join(migrations, name, "migration.sql"), sql);
}
const unplant = (name: string) => rmSync(join(migrations, name), { recursive: true });
const applied = async () => (await client.query("select from _prisma_migrations")).rowCount ?? 0;

test("applies none of several migrations if one fails, in new databases and later", async () => {
  plant("29990101000000_fails", "create table half (); select 1 / 0");
  await expect(migrate()).rejects.toThrow(/29990101000000_fails failed.*division by zero/);
  expect(await applied()).toBe(0);
  unplant("29990101000000_fails");
  await migrate();
  const before = await applied();
  plant("29990101000000_works", "create table whole ()");
  plant("29990102000000_fails", "select 1 / 0");
  await expect(migrate()).rejects.toThrow(/29990102000000_fails failed/);
  expect(await applied()).toBe(before);
  expect((await client.query("select to_regclass('whole') as found")).rows).toEqual([{ found: null }]);
  unplant("29990102000000_fails");
  await migrate();
  expect(await applied()).toBe(before + 1);
});

const as = (version: string) => migrateFrom(client, migrations, sqlFiles, { version, commit: null });

test("accepts databases that recorded the migrations within the first one, and refuses those that lack some", async () => {
  const [first = ""] = listMigrations(migrations);
  // Release 0.2.0 has recorded these.
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     select gen_random_uuid(), '', name, now() from unnest($1::text[]) as name`,
    [["20261121000000_init", "20261124231000_visitor_sets"]],
  );
  const before = await applied();
  await migrate();
  expect(await applied()).toBe(before);

  await client.query("create temp table missing as select * from _prisma_migrations where migration_name >= $1", [
    first,
  ]);
  await client.query("delete from _prisma_migrations where migration_name >= $1", [first]);
  await expect(migrate()).rejects.toThrow(
    "The database is from a version before 0.2.0, which this version cannot migrate. Use version 0.2.0 first.",
  );
  await client.query("insert into _prisma_migrations select * from missing");
});

test("keeps a newer database if the version can use it, and refuses it otherwise", async () => {
  const functions = join(sqlFiles, "links.sql");
  const text = readFileSync(functions, "utf8");
  unplant("29990101000000_works");
  writeFileSync(functions, "select 1 / 0");
  await as(OLDEST_VERSION);
  await as("100.0.0");
  const refusal = as("0.1.9");
  await expect(refusal).rejects.toThrow(
    "The database belongs to a newer version: this one does not know its migration 29990101000000_works.",
  );
  await expect(refusal).rejects.toThrow(`Start version ${OLDEST_VERSION} or a newer one, or restore a backup`);
  // From another branch, or from before versions were recorded.
  plant("29980101000000_elsewhere", "select 1");
  await expect(as(OLDEST_VERSION)).rejects.toThrow("does not know its migration");
  unplant("29980101000000_elsewhere");
  await client.query("update _prisma_sql set oldest = null");
  await expect(as(OLDEST_VERSION)).rejects.toThrow("Start that version, or restore");
  writeFileSync(functions, text);
});

test("refuses a database that another program left in the middle", async () => {
  await client.query(`update _prisma_migrations set finished_at = null where migration_name = '29990101000000_works'`);
  const { message } = (await migrate().catch((error) => error)) as Error;
  expect(message).toMatch(/29990101000000_works was started .* never finished/);
  expect(await client.query(message.split("and run: ")[1] as string)).toMatchObject({ command: "UPDATE", rowCount: 1 });
  expect((await client.query("select 1 from _prisma_migrations where finished_at is null")).rowCount).toBe(0);
  // No migration is unknown now, so functions are applied and the version is recorded.
  await client.query("delete from _prisma_migrations where migration_name = '29990101000000_works'");
  await client.query("delete from _prisma_sql");
  await migrate();
  expect((await client.query("select version, oldest from _prisma_sql")).rows).toEqual([
    { version: release().version, oldest: OLDEST_VERSION },
  ]);
});

test("the oldest compatible version is not newer than this one", () => {
  expect(isBefore(release().version, OLDEST_VERSION)).toBe(false);
  expect(isBefore("0.9.9", "0.10.0")).toBe(true);
});

describe("functions and triggers", () => {
  const file = () => join(sqlFiles, "zz.sql");
  const write = (answer: number, besides = "") =>
    writeFileSync(
      file(),
      `create or replace function answer() returns int language sql as 'select ${answer}';
       create or replace trigger answered before update of title on links
         for each row when (false) execute function notify_link_changed();
       ${besides}`,
    );
  const answer = async () => (await client.query("select answer()")).rows[0].answer;
  const record = async () => (await client.query("select hash, applied_at, xmin from _prisma_sql")).rows;

  test("are applied once, and again when a file or migration is added, changed or removed", async () => {
    const first = await record();
    expect(first).toHaveLength(1);
    await migrate();
    expect(await record()).toEqual(first);

    write(1);
    await migrate();
    expect(await answer()).toBe(1);
    const second = await record();
    expect(second).not.toEqual(first);
    await migrate();
    expect(await record()).toEqual(second);

    write(2);
    await migrate();
    expect(await answer()).toBe(2);

    plant("29990103000000_takes_a_trigger", "drop trigger answered on links");
    await migrate();
    expect((await client.query("select from pg_trigger where tgname = 'answered'")).rowCount).toBe(1);

    rmSync(file());
    await migrate();
    expect((await record())[0]?.hash).toBe(first[0]?.hash);
  });

  test("do not change if one of them fails, and earlier migrations stay", async () => {
    const before = await record();
    plant("29990104000000_works", "create table later ()");
    write(3, "create trigger none after update on no_such_table execute function answer();");
    await expect(migrate()).rejects.toThrow(
      /prisma\/sql\/zz\.sql failed, and the database was not changed: .*no_such_table/,
    );
    expect(await answer()).toBe(2);
    expect(await record()).toEqual(before);
    expect((await client.query("select to_regclass('later') as found")).rows).toEqual([{ found: null }]);
    unplant("29990104000000_works");
    rmSync(file());
  });

  test("wait for writers to their tables, and let others write meanwhile", async () => {
    write(4);
    await other.query("begin; update links set clicks = clicks");
    const migrated = migrate();
    await expect.poll(isWaiting).toBe(true);
    const third = new pg.Client({ connectionString: postgres.url });
    await third.connect();
    await third.query("update links set clicks = clicks");
    await third.end();
    await other.query("commit");
    await migrated;
    expect(await answer()).toBe(4);
  });

  test("give way to avoid a deadlock", async () => {
    // It holds the lock of plans when it waits for that of links.
    write(5);
    await other.query("begin; update links set clicks = clicks");
    const migrated = migrate();
    await expect.poll(isWaiting).toBe(true);
    await other.query("update plans set name = name");
    await other.query("commit");
    await migrated;
    expect(await answer()).toBe(5);
  });

  const isWaiting = async () =>
    (
      await other.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'relation' and pid = $1",
        [(client as unknown as { processID: number }).processID],
      )
    ).rowCount === 1;
});
