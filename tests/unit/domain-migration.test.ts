import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/server";

it("the migration to claims keeps the domains that are there, and remembers those that go from then on", {
  timeout: 60_000,
}, async () => {
  const dataDir = await temporaryFolder();
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    APP_SECRET: "a secret of the tests, which is long enough",
  });
  const { startPostgres } = await import("@/lib/embedded/postgres");
  const { migrate, MIGRATIONS } = await import("@/lib/embedded/migrate");
  const postgres = await startPostgres(dataDir);
  const before = mkdtempSync(join(tmpdir(), "mig-"));
  for (const name of readdirSync(MIGRATIONS))
    if (name < "20261122032104") cpSync(join(MIGRATIONS, name), join(before, name), { recursive: true });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await migrate(client, before);
    await client.query(`INSERT INTO plans (name, free, limits) VALUES ('Free', true, '{}')`);
    await client.query(
      `INSERT INTO users (email, username, username_folded, password_hash, plan_id) VALUES ('a@example.com','a','a','x',1)`,
    );
    await client.query(
      `INSERT INTO domains (user_id, host, status) VALUES (NULL,'sign.example','active'), (1,'a.example','active'), (1,'b.example','pending')`,
    );
    await migrate(client);
    const { rows } = await client.query(
      `SELECT host, status, failing_since, check_at BETWEEN now() AND now() + interval '1 day' AS spread FROM domains ORDER BY id`,
    );
    expect(rows).toEqual([
      { host: "sign.example", status: "active", failing_since: null, spread: true },
      { host: "a.example", status: "active", failing_since: null, spread: true },
      { host: "b.example", status: "pending", failing_since: null, spread: true },
    ]);
    await client.query("DELETE FROM domains WHERE user_id = 1");
    expect((await client.query("SELECT host FROM former_domains")).rows).toEqual([{ host: "a.example" }]);
  } finally {
    await client.end();
    await postgres.stop();
    rmSync(before, { recursive: true });
    rmSync(dataDir, { recursive: true });
  }
});
