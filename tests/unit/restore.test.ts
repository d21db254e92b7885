import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listMigrations } from "@/lib/platform/database/migrate";
import { restoreBackup } from "@/server/backups/restore";
import { openBackup } from "@/server/backups/storage/check";
import { chooseBackup, openSource } from "@/server/backups/storage/places";
import { createDatabase } from "../support/shared-postgres";

const NAME = "signpost-20261124T120000Z";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "signpost-restore-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a backup of rows whose table `users` does not match its manifest. */
function writeBackup(migrations = listMigrations()): string {
  const folder = join(root, "backups", NAME);
  mkdirSync(folder, { recursive: true });
  // A tar archive without files ends at once.
  const contents = { "data.tar.gz": gzipSync(Buffer.alloc(1_024)), "users.rows.gz": gzipSync("no row of users\n") };
  const files = Object.entries(contents).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return { name, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  });
  const manifest = {
    ...{ format: 1, kind: "rows", version: "0.2.0", migrations, postgres: 18, at: "2026-11-24T12:00:00.000Z" },
    ...{ encrypted: false, secretElsewhere: true, clicksElsewhere: false, unpackedBytes: 1, partitions: [], files },
    ...{ sequences: [], tables: [{ name: "users", rows: 1, digest: "none" }] },
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

async function open(where: string) {
  const source = await openSource(where);
  return openBackup(source.place, await chooseBackup(source), {});
}

test("a backup in a renamed folder can be opened only by its path", async () => {
  const renamed = join(root, "backups", "before the upgrade");
  renameSync(writeBackup(), renamed);
  for (const where of [renamed, `${renamed}/`]) expect((await open(where)).where).toBe(renamed);
  await expect(open(join(root, "backups"))).rejects.toThrow(
    /There is no backup in .*backups\. If you renamed a backup, give its own path/,
  );
  await expect(open(join(root, "none"))).rejects.toThrow(/There is no backup in/);
});

test("a failed restore leaves neither folders nor tables", async () => {
  const database = await createDatabase();
  try {
    const backup = await open(writeBackup());
    const target = join(root, "srv", "signpost");
    const restore = () => restoreBackup(backup, target, database.url, () => {});
    await expect(restore()).rejects.toThrow();
    expect(existsSync(join(root, "srv"))).toBe(false);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
    await client.end();
    expect(rows).toEqual([]);
    // A folder that existed before stays, and stays empty.
    mkdirSync(target, { recursive: true });
    await expect(restore()).rejects.toThrow();
    expect(readdirSync(target)).toEqual([]);
  } finally {
    await database.drop();
  }
});

test("refuses a backup from before 0.2.0, whose migrations this version no longer has", async () => {
  const backup = await open(writeBackup(["20261121000000_init"]));
  await expect(restoreBackup(backup, join(root, "srv"), undefined, () => {})).rejects.toThrow(
    /is from a version before 0\.2\.0, which this version cannot migrate\. Use version 0\.2\.0 first\.$/,
  );
});
