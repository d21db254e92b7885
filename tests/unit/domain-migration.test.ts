import { expect, it } from "vitest";
import { databaseBefore } from "../support/migrations";

it("the migration to claims keeps existing domains, and remembers removed ones from then on", async () => {
  const { client, migrate } = await databaseBefore("20261122032104_domain_claims");
  await client.query(`INSERT INTO plans (name, free, limits) VALUES ('Free', true, '{}')`);
  await client.query(
    `INSERT INTO users (email, username, username_folded, password_hash, plan_id) VALUES ('a@example.com','a','a','x',1)`,
  );
  await client.query(
    `INSERT INTO domains (user_id, host, status) VALUES (NULL,'sign.example','active'), (1,'a.example','active'), (1,'b.example','pending')`,
  );
  await migrate();
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
});
