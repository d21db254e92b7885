import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { startDatabase } from "../support/database";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { seed } = await import("@/prisma/seed");
await seed();

const counters = ["importedClicks", "clickLimitUsed"];
/** Only the rotator uses it, and another trigger announces it. */
const elsewhere = ["campaignWeight"];
/** Set by a trigger when another column changes. */
const derived = ["updatedAt"];

test("announces changes to any column of a link except its counters to the caches", async () => {
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'link_changed'",
  );
  const [, announced] = / UPDATE OF (.+?) ON /.exec(rows[0]?.definition ?? "") ?? [];
  const columns = Object.values(Prisma.LinkScalarFieldEnum)
    .filter((field) => ![...counters, ...elsewhere, ...derived].includes(field))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(announced?.match(/\w+/g)?.toSorted()).toEqual(columns.toSorted());
});

test("announces links that are created at once one by one, with their parents and campaigns", async () => {
  const { rows: owners } = await pool.query(
    `WITH owner AS (INSERT INTO users (email, username, username_folded, plan_id)
       SELECT 'a@example.com', 'somebody', 'somebody', min(id) FROM plans RETURNING id)
     INSERT INTO campaigns (user_id, name, slug, slug_folded) SELECT id, 'Sale', 'Sale', 'sale' FROM owner
     RETURNING id AS campaign, user_id AS "user", (SELECT min(id) FROM domains) AS domain`,
  );
  const { campaign, user, domain } = owners[0];
  const client = await pool.connect();
  const heard: string[] = [];
  client.on("notification", ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  try {
    await client.query("LISTEN link_changed; LISTEN campaign_changed");
    await client.query(
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, campaign_id)
       VALUES ($1, $2, 'One', 'one', 'https://example.com/', NULL), ($1, $2, 'A/b/C', 'a/b/c', 'https://example.com/', $3)`,
      [user, domain, campaign],
    );
    await expect.poll(() => heard.length).toBe(5);
  } finally {
    await client.query("UNLISTEN *");
    client.removeAllListeners("notification");
    client.release();
  }
  const links = ["one", "a/b/c", "a/b", "a"].map((alias) => `link_changed ${domain}:${alias}`);
  expect(heard.toSorted()).toEqual([...links, "campaign_changed sale"].toSorted());
});
